"""Processes of their own for what may take long: bots that think, files that are read.

A worker does one thing at a time and can be stopped, which a thread cannot. It ends with the
server, however that ends (kursk.server.worker).
"""

import asyncio
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

R = TypeVar("R")


class Stopped(Exception):
    """A worker was killed at its work."""


class TooLong(Stopped):
    """It was killed because its time was up."""


class Crew:
    """So many workers, hired when there is work for them. Who comes later waits his turn. Those
    that are `nice` give way to whatever else the machine has to do."""

    def __init__(self, size: int, nice: bool = False) -> None:
        self._nice = nice
        self._threads = ThreadPoolExecutor(size, "worker")  # each keeps a worker of its own
        self._mine = threading.local()
        self.workers: list[Worker] = []
        self._hurried: dict[str, bool] = {}  # by key: jobs that are under way
        self._at: dict[str, Worker] = {}  # and who is at work on them
        self._closed = False

    async def do(self, seconds: float, job: Callable[..., R], *about: Any, key: str = "") -> R:
        """Have a job done; TooLong if it is not done in time, Stopped if its worker died. One
        with a key can be hurried."""
        loop = asyncio.get_running_loop()
        self._hurried[key] = False
        try:
            done: R = await loop.run_in_executor(self._threads, self._do, seconds, job, about, key)
        finally:
            self._hurried.pop(key, None)
        return done

    def hurry(self, key: str) -> None:
        """Let a job that is under way, or waits for a worker, come to its end soon."""
        if key in self._hurried:
            self._hurried[key] = True
            if worker := self._at.get(key):
                worker.hurry()

    def _do(self, seconds: float, job: Callable[..., Any], about: tuple[Any, ...], key: str) -> Any:
        worker: Worker | None = getattr(self._mine, "worker", None)
        if worker is None or not worker.alive:
            self.workers = [each for each in self.workers if each.alive]
            worker = self._mine.worker = Worker(self._nice)
            self.workers.append(worker)
        if self._closed:
            worker.stop()
        self._at[key] = worker
        try:
            return worker.ask(seconds, job, about, lambda: self._hurried.get(key, False))
        finally:
            self._at.pop(key, None)

    def close(self) -> None:
        """The server ends: whatever is still at work is stopped."""
        self._closed = True
        for worker in self.workers:
            worker.stop()
        self._threads.shutdown(cancel_futures=True)


class Worker:
    """Jobs go in and answers come out, both pickled: each end is ours."""

    def __init__(self, nice: bool) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "kursk.server.worker", *(["nice"] if nice else [])],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C in a terminal is the server's: it ends us itself
        )
        self._late = False
        self._number = 0  # of the job in hand
        self._telling = threading.Lock()

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def ask(
        self, seconds: float, job: Callable[..., Any], about: tuple[Any, ...],
        hurried: Callable[[], bool],
    ) -> Any:  # fmt: skip
        assert self.process.stdin and self.process.stdout
        patience = threading.Timer(seconds, self._time_is_up)
        patience.start()
        try:
            with self._telling:
                self._number += 1
                self._tell((self._number, hurried(), job, about))
            fault, answer = pickle.load(self.process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError) as error:
            # a ValueError: another thread has stopped it, and closed its pipes under our hands
            self.stop()
            if self._late:
                raise TooLong(f"it took longer than {seconds:g} seconds") from None
            raise Stopped("the process that was at work was killed") from error
        finally:
            patience.cancel()
        if fault is not None:
            raise fault
        return answer

    def hurry(self) -> None:
        """The answer to what it is at work on is wanted at once."""
        with self._telling, suppress(OSError, ValueError):  # it may have ended
            self._tell(self._number)

    def _tell(self, what: Any) -> None:
        assert self.process.stdin
        pickle.dump(what, self.process.stdin)
        self.process.stdin.flush()

    def _time_is_up(self) -> None:
        self._late = True
        self.process.kill()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdin and self.process.stdout
        with suppress(OSError):  # what was not sent will not be
            self.process.stdin.close()
        self.process.stdout.close()
