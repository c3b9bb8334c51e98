"""Settings of the tests: the real ones, on a temporary data folder that goes away with the process.

Test processes that run side by side share nothing: each has a data folder and a store of its own, which hears no
message of another's.
"""

import atexit
import os
import secrets
import shutil
import tempfile
from pathlib import Path

_folder = tempfile.mkdtemp(prefix="cc-")
_owner = os.getpid()


def _remove_folder() -> None:
    if os.getpid() == _owner:
        shutil.rmtree(_folder, ignore_errors=True)


atexit.register(_remove_folder)
_data = Path(_folder)
(_data / "static").mkdir()
(_data / "valkey").mkdir(mode=0o700)
(_data / "valkey" / "password").write_text(secrets.token_hex(16), encoding="ascii")
os.environ["COLORCLASH_DATA"] = _folder
os.environ.setdefault("COLORCLASH_SECRET_KEY", secrets.token_hex(32))
os.environ["COLORCLASH_POOL_SIZE"] = "0"
os.environ.pop("REDIS_URL", None)

from colorclash.settings import *

# Pages are rendered without a collected manifest here; the browser tests run on the collected files.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "testserver"]
if "options" in DATABASES["default"].get("OPTIONS", {}):
    # A test's own transaction stands open as long as the test runs, however busy the machine is.
    DATABASES["default"]["OPTIONS"]["options"] += " -c idle_in_transaction_session_timeout=0"
