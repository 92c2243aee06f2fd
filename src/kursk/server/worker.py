"""In a worker: one job after the other, until there is nobody to work for."""

import os
import pickle
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, BinaryIO

from kursk.server import haste

NICE = 10  # to others, on the scale that goes up to 19


def main() -> None:
    if "nice" in sys.argv and hasattr(os, "nice"):
        os.nice(NICE)
    jobs: SimpleQueue[Any] = SimpleQueue()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a job prints is no answer
    threading.Thread(target=listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    while True:
        job, about = jobs.get()
        answers.write(pickle.dumps(done(job, about)))
        answers.flush()


def done(job: Callable[..., Any], about: tuple[Any, ...]) -> tuple[Exception | None, Any]:
    """What went wrong, and the answer if nothing did."""
    try:
        return None, job(*about)
    except Exception as error:
        return error, None


def listen(orders: BinaryIO, jobs: "SimpleQueue[Any]") -> None:
    """A server that is killed says no good-bye, not even to a worker deep in thought; but then
    nobody has the other end of the pipe any more. A number alone is that of a job whose answer
    is wanted at once; one that is done already is not meant any more."""
    latest = 0
    try:
        while True:
            told = pickle.load(orders)
            if isinstance(told, int):
                if told == latest:
                    haste.asked.set()
                continue
            latest, hasty, *job = told
            haste.asked.set() if hasty else haste.asked.clear()
            jobs.put(job)
    except EOFError:
        os._exit(0)


if __name__ == "__main__":
    main()
