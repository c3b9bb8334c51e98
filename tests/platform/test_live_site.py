"""What the other tests stand on: real processes that can be killed and started again."""

from collections.abc import Callable
from urllib.request import urlopen

from tests.site import LiveSite


def test_every_process_runs_and_can_be_killed_and_started_again(live_site: Callable[..., LiveSite]) -> None:
    site = live_site(webs=2)
    assert all(process.alive for process in site.processes.values()), site.tails()
    for name in ("web2", "clock1", "ledger", "computers"):
        site.kill(name)
        assert not site[name].alive
        site.start_again(name)
    for number in (1, 2):
        with urlopen(f"{site.base_url(number)}/health/") as response:
            assert response.read() == b"ok\n"


def test_store_keeps_what_it_acknowledged_when_it_is_killed(live_site: Callable[..., LiveSite]) -> None:
    site = live_site(workers=False, clocks=0)
    with site.redis() as client:
        for number in range(200):
            client.set(f"key:{number}", number)
    site.kill("store")
    site.start_again("store")
    with site.redis() as client:
        assert [int(client.get(f"key:{number}") or -1) for number in range(200)] == list(range(200))


def test_processes_end_in_good_order_when_asked(live_site: Callable[..., LiveSite]) -> None:
    site = live_site()
    for name in ("web1", "clock1", "computers", "ledger", "store"):
        assert site[name].alive, site[name].tail()
        assert site[name].stop() in {0, -15}, site[name].tail()
