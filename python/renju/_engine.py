"""A program that answers boards on its standard input and output, held so that nothing can hang.

Threads move the bytes, one for each stream, so that a program that neither reads nor writes, or writes
without end, stops nobody but itself. The program is started as the leader of a process group, and the
whole group is ended at the end.
"""

from __future__ import annotations

import contextlib
import enum
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Final

from .geometry import POINTS
from .verdicts import Verdict

__all__ = ["Engine", "EngineError", "Outcome"]

_LABELS: Final = frozenset(verdict.character for verdict in Verdict)
_CHUNK: Final = 65_536
_LAST_WORDS: Final = 2_000
_FAREWELL: Final = 2.0  # seconds for what it may still say, once its standard input is closed
_POSIX: Final = os.name == "posix"


class Outcome(enum.Enum):
    """How a run of a program on the suite went. Its value is the phrase for it."""

    COMPLETED = "completed"
    MISSING = "could not be started"
    CRASHED = "crashed"
    CLOSED = "closed its output early"
    SLOW = "did not answer in time"
    TOO_SHORT = "answered too short a line"
    TOO_LONG = "answered too long a line"
    NOT_LABELS = "answered other characters"
    CHATTY = "said more than it was asked"


class EngineError(Exception):
    """The program did not keep to the protocol: why, and its text what happened."""

    def __init__(self, outcome: Outcome, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome


class Engine:
    """A running program.

    Parameters
    ----------
    command
        The program and its arguments; a text is split as a shell does.
    timeout_ms
        How long an answer may take, in milliseconds.

    Raises
    ------
    EngineError
        If it cannot be started.
    ValueError
        If the command is empty or cannot be split, or the time-out is not positive.
    """

    def __init__(self, command: str | Sequence[str], timeout_ms: int) -> None:
        words = shlex.split(command, posix=_POSIX) if isinstance(command, str) else list(command)
        if not words or not words[0]:
            raise ValueError(f"{command!r} names no program")
        if timeout_ms <= 0:
            raise ValueError(f"a time-out of {timeout_ms} ms: it must be positive")
        self._timeout_ms = timeout_ms
        self._received = b""
        self._ended = False  # its standard output is at its end
        self._errors = b""  # the end of its standard error
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=_POSIX,
            )
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise EngineError(Outcome.MISSING, f"cannot start {words[0]!r}: {why}") from None
        self._to_send: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._chunks: queue.Queue[bytes] = queue.Queue(maxsize=16)
        self._threads = [
            threading.Thread(target=self._send, name="renju-engine-in", daemon=True),
            threading.Thread(target=self._receive, name="renju-engine-out", daemon=True),
            threading.Thread(target=self._listen, name="renju-engine-errors", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, board: str) -> str:
        """Send a board line and return the label line that answers it.

        Raises
        ------
        EngineError
            If there is no answer in time, or it is no label line.
        """
        self._refuse_what_was_not_asked()
        self._to_send.put(board.encode("ascii") + b"\n")
        line = self._line(time.monotonic() + self._timeout_ms / 1000)
        return _checked(line)

    def finish(self) -> None:
        """Close its standard input, and see that it says nothing more.

        Raises
        ------
        EngineError
            If it does. Whether it ends by itself is its own affair.
        """
        self._to_send.put(None)
        deadline = time.monotonic() + min(self._timeout_ms / 1000, _FAREWELL)
        while not self._ended and not self._received.strip() and self._take(deadline):
            pass
        self._refuse_what_was_not_asked()

    def close(self) -> None:
        """End the program and everything it started, and wait until it is gone."""
        self._to_send.put(None)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if _POSIX:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        give_up = time.monotonic() + 2  # a process that left the group may hold the pipe open
        while self._threads[1].is_alive() and time.monotonic() < give_up:
            with contextlib.suppress(queue.Empty):
                self._chunks.get(timeout=0.02)
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        for thread, stream in zip(self._threads, streams, strict=True):
            thread.join(timeout=0.2)
            if stream is not None and not thread.is_alive():
                stream.close()

    def _send(self) -> None:
        stream = self._process.stdin
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):
            while (data := self._to_send.get()) is not None:
                while data:
                    data = data[stream.write(data) :]
        with contextlib.suppress(OSError):
            stream.close()

    def _receive(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):
            while chunk := stream.read(_CHUNK):
                self._chunks.put(chunk)
        self._chunks.put(b"")

    def _listen(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):
            while chunk := stream.read(_CHUNK):
                self._errors = (self._errors + chunk)[-_LAST_WORDS:]

    def _take(self, deadline: float) -> bool:
        """Wait for more bytes or the end of the output; False if neither came in time."""
        try:
            chunk = self._chunks.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return False
        self._received += chunk
        self._ended = not chunk
        return True

    def _line(self, deadline: float) -> bytes:
        while b"\n" not in self._received:
            if len(self._received) > len(POINTS) + 1:  # with a carriage return it may have one more
                raise EngineError(Outcome.TOO_LONG, _length_of(self._received, "at least "))
            if self._ended:
                raise self._early_end(deadline)
            if not self._take(deadline):
                if self._process.poll() is not None:  # what it started still holds the pipe
                    raise self._early_end(deadline)
                seconds = self._timeout_ms / 1000
                part = f", only {self._received!r}" if self._received else ""
                message = f"no answer within {seconds:g} s{part} (does it flush its output after each line?)"
                raise EngineError(Outcome.SLOW, message)
        line, _, self._received = self._received.partition(b"\n")
        return line.removesuffix(b"\r")

    def _early_end(self, deadline: float) -> EngineError:
        if self._received:
            message = f"{_length_of(self._received)}, then the output ended without a line break"
            return EngineError(Outcome.TOO_SHORT, message)
        try:
            status = self._process.wait(timeout=min(1.0, max(0.1, deadline - time.monotonic())))
        except subprocess.TimeoutExpired:
            return EngineError(Outcome.CLOSED, "it closed its output but runs on")
        if status == 0:
            return EngineError(
                Outcome.CLOSED, f"it ended (status 0) before it answered{self._said()}"
            )
        return EngineError(Outcome.CRASHED, f"it ended with {_status(status)}{self._said()}")

    def _said(self) -> str:
        """Return the last line of its standard error, for a message."""
        self._threads[2].join(timeout=0.5)  # it has ended, so what it said is about to come
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        return f"; its last words: {lines[-1].strip()[:200]!r}" if lines else ""

    def _refuse_what_was_not_asked(self) -> None:
        while not self._chunks.empty():
            self._take(0.0)
            if self._ended:
                break
        if self._received.strip():
            start = self._received[:60].decode("utf-8", "replace")
            raise EngineError(Outcome.CHATTY, f"it said {start!r} when nothing was asked")


def _checked(line: bytes) -> str:
    text = line.decode("utf-8", "replace")
    if len(text) != len(POINTS):
        outcome = Outcome.TOO_SHORT if len(text) < len(POINTS) else Outcome.TOO_LONG
        raise EngineError(outcome, _length_of(line))
    for index, character in enumerate(text):
        if character not in _LABELS:
            message = (
                f"{character!r} at character {index + 1} ({POINTS[index]}): a label is one of "
                "'.', '5', '6', '4', '3' and 'x'"
            )
            raise EngineError(Outcome.NOT_LABELS, message)
    return text


def _length_of(line: bytes, at_least: str = "") -> str:
    text = line.decode("utf-8", "replace")
    shown = f"{text[:40]!r}{'…' if len(text) > 40 else ''}"
    number = f"{len(text)} character{'' if len(text) == 1 else 's'}"
    return f"{shown} has {at_least}{number}: a label line has 225"


def _status(status: int) -> str:
    if status >= 0:
        return f"status {status}"
    with contextlib.suppress(ValueError):
        return f"signal {signal.Signals(-status).name}"
    return f"signal {-status}"
