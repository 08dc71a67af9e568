"""Codes are text files: their form, and the table that reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.codes.code import Code, read_code
from hoyle.dsl.codes.explain import explain, page
from hoyle.dsl.codes.table import CODES, FAMILIES, RULE_CODES, CodeTable
from hoyle.dsl.source.invisible import visible

TEXTS = Path(__file__).resolve().parents[3] / "dsl" / "codes" / "texts"

SAMPLE = """\
# tab in the indentation

a tab before `{text}`

A tab is as wide as the editor makes it.
Indent with spaces.

Example:

```hoyle
main
\\u0009stop
```

Corrected:

```hoyle
main
    stop
```
"""


def test_a_text_says_everything_about_a_code() -> None:
    code = read_code("E0101", SAMPLE)
    assert code == Code(
        "E0101",
        "tab in the indentation",
        "a tab before `{text}`",
        "A tab is as wide as the editor makes it. Indent with spaces.",
        "main\n\tstop\n",
        "main\n    stop\n",
        "hoyle",
    )
    assert (code.fields, code.outline, code.severity, code.family) == ({"text"}, "a tab before …", "error", "01")


def test_a_code_needs_no_example() -> None:
    code = read_code("W0101", SAMPLE[: SAMPLE.index("\nExample")])
    assert (code.bad, code.good, code.language, code.severity) == ("", "", "", "warning")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# tab", "tab"),
        ("\n\na tab", "\na tab"),
        ("Corrected:", "Correct:"),
        ("Example:\n\n```hoyle", "Example:\n\n```play"),
        ("Example:\n\n```hoyle\nmain\n\\u0009stop\n```\n\n", ""),
        ("stop\n```\n\nCorrected", "stop\n\nCorrected"),
        ("Indent with", "\nIndent with"),
    ],
)
def test_a_text_in_another_form_is_refused(old: str, new: str) -> None:
    assert old in SAMPLE
    with pytest.raises(ValueError, match="the text of E0101 is not in the form"):
        read_code("E0101", SAMPLE.replace(old, new, 1))


def test_texts_are_easy_to_edit() -> None:
    """Lines of an editor's width; every character can be seen."""
    for path in TEXTS.iterdir():
        for line in path.read_text("utf-8").removesuffix("\n").split("\n"):
            assert line == visible(line), path.name
            assert line == line.rstrip(), path.name
            assert len(line) <= 120, path.name


def test_every_file_is_a_code() -> None:
    assert sorted(path.name for path in TEXTS.iterdir()) == sorted(f"{id}.md" for id in CODES)
    assert [id[1:] for id in CODES] == sorted(id[1:] for id in CODES)
    assert len(CODES) == len(list(TEXTS.iterdir()))


def test_a_table_reads_a_text_when_its_code_is_asked_for_and_only_then(tmp_path: Path) -> None:
    table = CodeTable(tmp_path, FAMILIES)
    (tmp_path / "E0101.md").write_text(SAMPLE, "utf-8")
    (tmp_path / "W0101.md").write_text("no code", "utf-8")
    assert list(table) == ["E0101", "W0101"]
    assert table["E0101"] is table["E0101"]
    with pytest.raises(ValueError, match="W0101"):
        table["W0101"]


@pytest.mark.parametrize("id", ["E9999", "E0199", "E01", "../E0101", "e0101", "E０１０１", "E0101\n", ""])
def test_an_unknown_code_is_a_key_error(id: str) -> None:
    assert id not in CODES
    with pytest.raises(KeyError):
        CODES[id]


def test_codes_of_rule_files_are_all_that_a_check_reports() -> None:
    assert {code[1:3] for code in RULE_CODES} == set(FAMILIES) - {"10", "11", "12"}
    assert set(RULE_CODES) == {code for code in CODES if code in RULE_CODES}
    assert "E1001" not in RULE_CODES


def test_the_page_has_every_code_in_its_family() -> None:
    text = page()
    assert text == (TEXTS.parents[2] / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    head, *families = text.split("\n## ")
    assert [one.split("\n")[0] for one in families] == [f"{family} {title}" for family, title in FAMILIES.items()]
    assert all(f"](#{family}-" in head for family in FAMILIES)
    for family, written in zip(FAMILIES, families, strict=True):
        of_family = [code for code in CODES.values() if code.family == family]
        assert [line.split(" ")[1] for line in written.split("\n") if line.startswith("### ")] == [
            c.id for c in of_family
        ]
    one = explain("E0101")
    assert one.startswith(
        f"# E0101 {CODES['E0101'].title}\n\nerror: {CODES['E0101'].outline}\n\n{CODES['E0101'].why}\n"
    )
    assert "\\u0009" in one
    assert one.index("Example:\n\n```hoyle\n") < one.index("Corrected:\n\n```hoyle\n")
