"""The process of our own stand-in for the payment provider: a shop in which no money moves.

`manage.py up` starts it where no key of a real provider is set. It listens on the loopback address alone; its hosted
page is one of the site's own, so that phones of the home network reach it too.
"""

import argparse
import logging
import signal
import sys
import threading

from billing.standin.server import StandIn
from colorclash import settings
from games.management import leash

log = logging.getLogger(__name__)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m colorclash.testshop", description=__doc__)
    parser.add_argument("--notices", default=f"http://localhost:{settings.PORT}", help="origin that takes notices")
    arguments = parser.parse_args()
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.INFO)
    if not settings.TEST_SHOP:
        log.error("The test shop is refused here: a provider's key is set, or this is production without leave for it.")
        return 1
    leash.follow()
    stand_in = StandIn(
        settings.DATA,
        notices=f"{arguments.notices}/shop/notices/",
        hosted=f"{settings.COLORCLASH_PUBLIC_URL.rstrip('/')}/test-shop/{{}}/",
    )
    ending = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ending.set())
    serving = threading.Thread(target=stand_in.serve, name="test-shop")
    serving.start()
    log.info("The test shop answers at %s", stand_in.address.url)
    ending.wait()
    stand_in.stop()
    serving.join()
    return 0


if __name__ == "__main__":
    sys.exit(main())
