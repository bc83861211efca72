#!/bin/sh
# Instructions a position of the batch kernel, counted by callgrind: a measure that no other load on
# the machine disturbs. Valgrind 3.19 has no AVX-512, so baseline and AVX2 are counted.
#
#   benchmarks/count.sh [BUILD [BOARDS]]     BUILD: a CMake build, made here if it is not there
#
# What is counted is inside batch::verdict_map, for so many boards and for twice as many: the
# difference has no set-up in it. By default they are all labelled boards of a kind, once and twice.
# Exits with 1 if AVX2 needs more than the limit for a clustered position.
set -eu
limit=1000
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build=${1:-$work/build}
boards=${2:-2500}

# Run a command, and show what it said only if it fails.
quietly() {
  "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 2; }
}

quietly cmake -S "$here/.." -B "$build" -DCMAKE_BUILD_TYPE=Release -DRENJU_BENCH=ON
quietly cmake --build "$build" --target renju_core_bench
gzip -dc "$here/../tests/data/maps.txt.gz" >"$work/maps.txt"

# count ISA KIND BOARDS
count() {
  quietly env RENJU_ISA="$1" valgrind --tool=callgrind --callgrind-out-file="$work/out" \
    --toggle-collect='renju::batch::verdict_map(*' \
    "$build/cpp/renju_core_bench" "$work/maps.txt" "$3" 0 1 "$2"
  sed -n 's/^summary: //p; s/^totals: //p' "$work/out" | tail -n 1
}

status=0
for isa in baseline avx2; do
  for kind in clustered dense; do
    once=$(count $isa $kind "$boards")
    twice=$(count $isa $kind $((2 * boards)))
    each=$(((twice - once) / boards))
    printf '%-9s %-10s %6d instructions a position\n' $isa $kind $each
    [ $each -gt 0 ] || { echo "nothing was counted" >&2; exit 2; }
    if [ "$isa $kind" = "avx2 clustered" ] && [ $each -gt $limit ]; then
      echo "above the limit of $limit" >&2
      status=1
    fi
  done
done
exit $status
