"""How the page of a report looks, and what it may load: nothing."""

from __future__ import annotations

from typing import Final

__all__ = ["POLICY", "STYLE"]

#: The policy that browsers hold the page to.
POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)

STYLE: Final = """
:root {
  color-scheme: light dark;
  --ink: #1d2126; --soft: #5a636d; --page: #fbfaf7; --card: #ffffff; --line: #dcd8cf;
  --grid: #e3dfd6; --rim: #4b5157; --wood: #f0d9a8; --wood-line: #8a6f3f;
  --black-won: #2b2f36; --white-won: #ffffff; --drawn: #6f9fd0; --void: #c98bab;
  --not-known: #d3cfc6;
  --overline: #1f5a9a; --double-four: #e0a92e; --double-three: #c0505f;
  --heat: #b3261e; --on-heat: #ffffff;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #e7e5df; --soft: #a5abb2; --page: #15181b; --card: #1e2226; --line: #363c42;
    --grid: #363c42; --rim: #8d959d; --wood: #c9ad76; --wood-line: #5f4a22;
    --black-won: #07090b; --white-won: #f2f0ea; --drawn: #5b8cc0; --void: #b5718f;
    --not-known: #4d545b;
    --overline: #6ea6e0; --double-four: #e0b64c; --double-three: #d8707d;
    --heat: #ef5b4f; --on-heat: #1a0605;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK JP", sans-serif;
}
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
p { margin: .25rem 0 .75rem; }
.note, figcaption, footer { color: var(--soft); font-size: .9rem; }
.empty { color: var(--soft); font-style: italic; }
.tiles {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(7.2rem, 1fr)); gap: .75rem;
  margin: 1rem 0;
}
.tiles > div, section {
  background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
}
.tiles > div { padding: .6rem .8rem; display: flex; flex-direction: column-reverse; justify-content: flex-end; }
dt { color: var(--soft); font-size: .85rem; }
dd { margin: 0; font-size: 1.35rem; font-weight: 600; font-variant-numeric: tabular-nums; }
section { padding: 1rem; margin: 0 0 1rem; min-width: 0; }
#charts { columns: 2 26rem; column-gap: 1rem; margin-bottom: 1rem; }
#charts > section:last-child { margin-bottom: 0; }
#charts > section { break-inside: avoid; }
figure { margin: 0; }
figure > svg { display: block; width: 100%; max-width: 36rem; height: auto; margin: .5rem auto; }
svg text { font-family: inherit !important; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: .5rem 0 0; padding: 0; }
.legend li { display: flex; align-items: center; gap: .4rem; font-size: .9rem; }
.legend li > span:first-child {
  width: .9rem; height: .9rem; border: 1px solid var(--rim); border-radius: .15rem;
}
details { margin-top: .5rem; font-size: .9rem; }
summary { cursor: pointer; color: var(--soft); }
.wide { overflow-x: auto; max-height: 30rem; overflow-y: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin-top: .5rem; }
th, td { padding: .15rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th:first-child { text-align: left; font-weight: 500; }
thead th { color: var(--soft); font-weight: 600; }
.cards {
  list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr));
}
.cards li { display: flex; flex-direction: column; gap: .1rem; break-inside: avoid; min-width: 0; }
.cards span { color: var(--soft); font-size: .85rem; }
.cards code { font-size: .85rem; overflow-wrap: anywhere; }
.board { display: block; width: 100%; height: auto; background: var(--wood); border-radius: .3rem; margin-bottom: .3rem; }
.board .lines { fill: none; stroke: var(--wood-line); stroke-width: 1; }
.board .star { fill: var(--wood-line); }
.board .black { fill: #16181b; stroke: #000000; }
.board .white { fill: #fdfcf8; stroke: #6b6250; }
.board text { text-anchor: middle; font-size: 11px; }
.board .name { fill: #4c3a17; font-size: 9px; }
.board .on-black { fill: #ffffff; }
.board .on-white { fill: #16181b; }
footer { margin-top: 1rem; }
@media (max-width: 32rem) {
  main { padding: 1rem .4rem 2rem; }
  section { padding: .8rem .5rem; }
}
@media print {
  main { max-width: none; padding: 0; }
  body { background: #ffffff; }
  .wide { max-height: none; overflow: visible; }
  figure > svg { max-width: 24rem; }
  details:not([open]) { display: none; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""
