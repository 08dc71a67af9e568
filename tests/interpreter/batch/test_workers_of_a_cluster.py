"""Checks of cluster workers before a batch: they must have the same versions.  These tests need no cluster."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.batch.cluster import ClusterError, _check, code_hash, identity
from hoyle.interpreter.batch.work import Simulation

OURS = {"hoyle": "1.2", "code": "abc", "rules": "small@1"}


class _Client:
    """A client that answers for the workers."""

    def __init__(self, found: object) -> None:
        self.found = found

    def run(self, function: object, data: bytes, on_error: str) -> object:
        assert (function, data, on_error) == (identity, b"work", "return")
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def test_workers_with_equal_versions_are_accepted() -> None:
    _check(_Client({"one": OURS, "other": dict(OURS)}), b"work", OURS)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({}, "the cluster has no workers"),
        ({"one": OURS, "w2": {**OURS, "hoyle": "1.1"}}, "the worker w2 has hoyle 1.1, not 1.2"),
        ({"w1": {"code": "x", "rules": "y"}}, "w1 has hoyle None, not 1.2; code x, not abc; rules y, not small@1"),
        ({"w1": ImportError("no hoyle")}, "the worker w1 cannot use this hoyle: no hoyle"),
        (OSError("gone"), "the workers cannot be asked what they have: gone"),
    ],
)
def test_other_workers_are_refused_and_the_difference_is_named(found, said) -> None:
    with pytest.raises(ClusterError) as error:
        _check(_Client(found), b"work", OURS)
    assert said in str(error.value)


def test_the_identity_of_a_batch_contains_its_rules(program) -> None:
    one, other = (identity(Simulation(rules, ("random",) * 4, 1).packed()) for rules in (program(), program(worth=2)))
    assert one["hoyle"] == other["hoyle"]
    assert one["code"] == other["code"]
    assert one["rules"] != other["rules"]


def test_the_hash_of_the_code_covers_names_and_text_but_not_line_ends(tmp_path: Path) -> None:
    def package(name: str, **files: bytes) -> str:
        for file, data in files.items():
            path = tmp_path / name / file.replace("__", "/").replace("_py", ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return code_hash(tmp_path / name)

    one = package("one", interpreter__a_py=b"x = 1\ny = 2\n", dsl__b_py=b"")
    assert package("windows", interpreter__a_py=b"x = 1\r\ny = 2\r\n", dsl__b_py=b"") == one
    assert package("text", interpreter__a_py=b"x = 1\ny = 3\n", dsl__b_py=b"") != one
    assert package("name", interpreter__c_py=b"x = 1\ny = 2\n", dsl__b_py=b"") != one
    assert package("folder", interpreter__a_py=b"x = 1\ny = 2\n", interpreter__b_py=b"") != one
    assert package("elsewhere", interpreter__a_py=b"x = 1\ny = 2\n", dsl__b_py=b"", cli__a_py=b"z") == one
    assert len(one) == 12
