"""By which names and addresses browsers reach this machine."""

import contextlib
import socket


def own_addresses() -> list[str]:
    """The IPv4 addresses by which other devices of the network reach this machine, the likeliest first."""
    found: dict[str, None] = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        # Nothing is sent: connecting a datagram socket only asks the system which address it would use.
        probe.connect(("192.0.2.1", 9))
        found[probe.getsockname()[0]] = None
    with contextlib.suppress(OSError):
        found.update(dict.fromkeys(socket.gethostbyname_ex(socket.gethostname())[2]))
    return [address for address in found if not address.startswith("127.")]


def own_names() -> list[str]:
    """Every name and address of this machine that a browser at home may use, its own loopback included."""
    name = socket.gethostname().lower()
    bare = name.removesuffix(".local")
    return [*own_addresses(), "localhost", "127.0.0.1", "[::1]", *dict.fromkeys([name, bare, f"{bare}.local"])]
