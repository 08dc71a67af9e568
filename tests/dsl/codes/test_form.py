"""The codes of layout and syntax: each bad example causes its own code and no other."""

from __future__ import annotations

import pytest

from hoyle.dsl.codes.code import Code
from hoyle.dsl.codes.table import CODES
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse

READ = [code for code in CODES.values() if code.family in ("01", "02")]
WITH_EXAMPLES = [code for code in READ if code.bad]


def drawn(text: str) -> list[str]:
    return [problem.code for problem in parse(Source("example", text))[1]]


@pytest.mark.parametrize("code", WITH_EXAMPLES, ids=lambda code: code.id)
def test_the_bad_example_causes_its_code_and_the_good_one_none(code: Code) -> None:
    assert set(drawn(code.bad)) == {code.id}
    assert not drawn(code.good)


def test_only_codes_with_very_long_examples_lack_them() -> None:
    assert {code.id for code in READ} - {code.id for code in WITH_EXAMPLES} == {
        "E0103",  # an unreadable file
        "E0105",  # forty blocks
        "E0106",  # a hundred brackets
        "E0107",  # a million characters
        "E0116",  # a hundred parts
        "E0117",  # a hundred defines
        "E0118",  # two hundred rows
    }
