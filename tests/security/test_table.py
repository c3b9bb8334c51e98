"""The table of requirements names tests that are there."""

import re

import pytest

from tests.platform.messages import ROOT

TABLE = (ROOT / "tests" / "security" / "table.md").read_text(encoding="utf-8")
ROWS = [line for line in TABLE.splitlines() if line.startswith("| ") and not line.startswith("| ASVS")]


@pytest.mark.parametrize("row", ROWS, ids=[row.split("|")[1].strip() for row in ROWS])
def test_a_requirement_has_its_proof(row: str) -> None:
    proofs = re.findall(r"`(tests/\S+?\.py)::(\w+)`", row)
    assert proofs
    for path, name in proofs:
        assert re.search(rf"\bdef {name}\(", (ROOT / path).read_text(encoding="utf-8")), (path, name)
