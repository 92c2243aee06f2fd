"""`python -m kursk.server [PORT]`: the server alone, on loopback."""

import sys

if __name__ == "__main__":  # a worker reads this file too, and needs nothing of it
    from kursk.server.app import Hosting
    from kursk.server.place import store_url
    from kursk.server.serving import serve

    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8043
    sys.exit(serve(store_url(), "127.0.0.1", port, Hosting(accounts=True)))
