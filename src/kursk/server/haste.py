"""In a worker: has whoever waits for the answer had enough of waiting?"""

import threading

asked = threading.Event()


def enough() -> bool:
    return asked.is_set()
