"""`hoyle trace` and the functions behind it: every line of a document has a state, and links lead in both directions."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest

from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.provenance import citations as pv
from hoyle.dsl.provenance import documents as dc
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse

ROOT = Path(__file__).resolve().parents[3]
SCHEMA = json.loads((ROOT / "schemas" / "trace.schema.json").read_text("utf-8"))


def traced(text: str, document: str) -> pv.Trace:
    tree, problems = parse(Source("example.hoyle", text))
    assert not problems
    return pv.trace(tree, {"rules": dc.DocumentText("rules", "rules.txt", dc.lines_of(document))})


# ------------------------------------------------------------------------------------------------------- the account


def test_each_line_is_a_rule_not_a_rule_blank_or_open(house: Path) -> None:
    game = load(house).game
    assert game
    document = dc.read_document("rules", house.with_suffix(".txt"))
    account = pv.trace(game.tree, {"rules": document}).accounts[0]
    states = [line.state for line in account.lines]
    assert states == ["rule"] * 9 + ["no rule", "open"]
    assert [line.number for line in account.open] == [11]
    assert not account.beyond


def test_a_rule_has_its_part_its_line_and_its_citations(house: Path) -> None:
    game = load(house).game
    assert game
    by_line = {rule.span.line: rule for rule in pv.rules(game.tree)}
    (deal,) = (rule for rule in by_line.values() if rule.text.startswith("deal 3"))
    assert (deal.kind, deal.part, str(deal.references[0])) == ("statement", "main", "rules 6-7")
    assert deal.text == "deal 3 from stock to hand of each player from dealer.left"
    (value,) = (rule for rule in by_line.values() if rule.text == 'lost "nobody scores"')
    assert (value.kind, value.part) == ("value", "option ties")


def test_rules_without_a_source_are_listed(house: Path) -> None:
    game = load(house).game
    assert game
    assert [rule.part for rule in pv.sourceless(game.tree)] == ["ranking"]


def test_a_citation_on_a_part_covers_its_rules_and_the_reverse() -> None:
    text = (
        'source rules "r.txt"\n'
        "phase a [1]\n    stop\n"
        "phase b\n    nothing\n    stop [2]\n"
        "phase c\n    stop\n"
        "table d\n    1 = 1 -> nothing [3]\n    1 = 2 -> nothing\n"
    )
    found = pv.sourceless(parse(Source("x", text))[0])
    assert [(rule.part, rule.kind) for rule in found] == [("phase c", "phase"), ("table d", "row")]


def test_a_citation_beyond_the_document_is_reported() -> None:
    trace = traced('source rules "r.txt"\nruling "x" [2-9]\n', "one\ntwo\n")
    assert [trace.rules[at].text for at in trace.accounts[0].beyond] == ['ruling "x"']
    assert not trace.complete


def test_lines_of_invisible_characters_are_blank() -> None:
    trace = traced('source rules "r.txt"\nruling "x" [1-4]\n', "a\n   \n\u00a0\n\u200b\n")
    assert [line.state for line in trace.accounts[0].lines] == ["rule", "blank", "blank", "blank"]
    assert trace.complete


def test_citations_in_a_variant_refer_to_its_own_document(tmp_path: Path) -> None:
    (tmp_path / "base.hoyle").write_text('game "B"\nsource one "one.txt"\nruling "b" [1]\n', "utf-8")
    variant = 'variant "V" of base\nsource two "two.txt"\nruling "v" [1; one 2]\nruling "w" [3]\n'
    tree = parse(Source("v", variant))[0]
    base = parse(Source("base", (tmp_path / "base.hoyle").read_text("utf-8")))[0]
    from hoyle.dsl.resolve.context import ResolveContext
    from hoyle.dsl.resolve.variants.overlay import overlay

    found = pv.rules(overlay(base, tree, ResolveContext()))
    assert [[str(r) for r in rule.references] for rule in found] == [["one 1"], ["two 1", "one 2"], ["two 3"]]


# --------------------------------------------------------------------------------------------------------- documents


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"a\nb\n", ("a", "b")),
        (b"a\nb", ("a", "b")),
        (b"a\r\nb\r\n", ("a", "b")),
        (b"a\rb", ("a", "b")),
        (b"\xef\xbb\xbfa\n", ("a",)),
        (b"a\x0cb\x0b\x1c\xe2\x80\xa8c\n", ("a\x0cb\x0b\x1c\u2028c",)),
        (b"caf\xe9\n", ("café",)),
        ("ab\n".encode("utf-16"), ("ab",)),
        (b"\x00\xff\x81\n", ("\x00ÿ\ufffd",)),
        (b"", ()),
    ],
)
def test_lines_are_counted_as_an_editor_counts_them(data: bytes, lines: tuple[str, ...]) -> None:
    assert dc.lines_of(dc.decoded(data)) == lines


def test_documents_outside_the_known_folders_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    inner = tmp_path / "rules"
    inner.mkdir()
    (inner / "r.txt").write_text("rule", "utf-8")

    def located(path: str, *folders: Path) -> Path | None:
        tree = parse(Source(str(inner / "x.hoyle"), f'source rules "{path}"\n'))[0]
        return dc.locate(dc.documents(tree)["rules"], {}, folders)

    assert located("r.txt") == inner / "r.txt"
    assert located("secret.txt") is None
    assert located("secret.txt", tmp_path) == tmp_path / "secret.txt"
    assert located("../secret.txt") is None
    assert located(str(tmp_path / "secret.txt")) is None


# ------------------------------------------------------------------------------------------------------- the command


def test_the_text_output_shows_the_rules_below_each_line(hoyle, house: Path) -> None:
    done = hoyle("trace", house)
    assert (done.code, done.err) == (0, "")
    assert '   5  line 5\n       <- option ties: lost "nobody scores" (pebbles.hoyle:12)' in done.out
    assert "· 10  line 10\n" in done.out
    assert "! 11  line 11\n" in done.out
    assert "rules: 11 lines: 9 rules, 1 no rule, 0 blank, 1 not accounted for\n  not accounted for: 11" in done.out
    assert "Rules with no source\n  ranking (pebbles.hoyle:23)" in done.out


def test_with_complete_an_open_line_is_a_failure(hoyle, house: Path) -> None:
    assert hoyle("trace", house, "--complete").code == 1
    text = house.read_text("utf-8").replace("not a rule [10]", "not a rule [10-11]")
    house.write_text(text, "utf-8")
    assert hoyle("trace", house, "--complete").code == 0


def test_a_missing_document_is_reported_and_counts_as_incomplete(hoyle, house: Path) -> None:
    house.with_suffix(".txt").unlink()
    done = hoyle("trace", house, "--complete")
    assert done.code == 1
    assert "rules: not found; give --source rules=PATH" in done.out
    assert "It is the document `pebbles.txt`" in done.out


def test_documents_are_given_on_the_command_line_or_in_a_folder(
    hoyle, house: Path, tmp_path: Path, monkeypatch
) -> None:
    elsewhere = tmp_path / "documents"
    elsewhere.mkdir()
    house.with_suffix(".txt").rename(elsewhere / "pebbles.txt")
    assert "11 lines" in hoyle("trace", house, "--source", f"rules={elsewhere / 'pebbles.txt'}").out
    monkeypatch.setenv("HOYLE_SOURCES", str(elsewhere))
    assert "11 lines" in hoyle("trace", house).out


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("book=x.txt", "the rules name no document `book`; they name `rules`"),
        ("rules=nowhere.txt", "no such file"),
        ("x", "NAME="),
    ],
)
def test_a_wrong_source_is_a_usage_error(hoyle, house: Path, argument: str, said: str) -> None:
    done = hoyle("trace", house, "--source", argument)
    assert done.code == 2
    assert said in done.err


def test_json_fits_its_schema_and_agrees_with_the_text(hoyle, house: Path) -> None:
    data = json.loads(hoyle("trace", house, "--format", "json").out)
    jsonschema.validate(data, SCHEMA)
    assert data["documents"][0]["open"] == [11]
    assert data["complete"] is False
    line = data["documents"][0]["lines"][4]
    assert [data["rules"][at]["text"] for at in line["rules"]] == ['lost "nobody scores"']


# ------------------------------------------------------------------------------------------------------- the page


class Page(HTMLParser):
    """Reads an HTML page: its ids and links, whether every element is closed, and every external resource."""

    EMPTY = {"meta", "br", "hr", "img", "link", "input"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.stack: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if tag == "a":
            self.links.append(found.get("href") or "")
        self.fetched += [f"{tag} {name}" for name in ("src", "srcset") if name in found]
        self.fetched += [tag] * (tag in ("link", "iframe", "object", "embed"))
        assert not [name for name in found if name.startswith("on")]
        if tag not in self.EMPTY:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_the_page_links_in_both_directions_and_fetches_nothing(hoyle, house: Path) -> None:
    text = hoyle("trace", house, "--format", "html").out
    page = Page(text)
    assert page.stack == []
    assert page.fetched == []
    assert "http" not in text.replace("http-equiv", "")
    assert len(set(page.ids)) == len(page.ids)
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert '<li id="d0-5" class="s-rule">' in text
    assert 'href="#f0-12"' in text  # from the document to the rule …
    assert '[<a href="#d0-5">5</a>]' in text  # … and from the rule to the document
    assert '[<a href="#d0-6" data-last="7">6-7</a>]' in text
    assert 'id="d0-11" class="s-open"' in text
    assert 'class="s-nosource"' in text
    assert "prefers-color-scheme: dark" in text


def test_every_link_of_the_page_has_a_link_back(hoyle, house: Path) -> None:
    """If a line of the document links to a rule, the rule links to the line."""
    text = hoyle("trace", house, "--format", "html").out
    there, back = set[tuple[str, str]](), set[tuple[str, str]]()
    for item in text.split("<li ")[1:]:
        key = item.split('id="', 1)[1].split('"', 1)[0]
        for link in item.split('<a href="#')[1:]:
            to, last = link.split('"', 1)[0], link.partition('data-last="')[2].split('"', 1)[0]
            if key.startswith("d"):
                there.add((key, to))
            else:
                side, first = to.split("-")
                back |= {(f"{side}-{at}", key) for at in range(int(first), int(last or first) + 1)}
    assert there
    assert there <= back


def test_the_page_contains_no_paths_of_its_input_files(hoyle, house: Path) -> None:
    assert str(house.parent) not in hoyle("trace", house, "--format", "html").out


def test_texts_in_documents_and_rule_files_are_escaped(hoyle, house: Path) -> None:
    evil = "<script>alert(1)</script>\"'&<img src=x onerror=alert(1)>\u202e"
    house.with_suffix(".txt").write_text(f"{evil}\n" * 11, "utf-8")
    text = house.read_text("utf-8").replace("A tie is no tie.", "<b onclick='x'>& </title>")
    house.write_text(text.replace('game "Pebbles"', 'game "</title><script>x</script>"'), "utf-8")
    for command in (("trace", house, "--format", "html"), ("rulebook", house, "--format", "html")):
        out = hoyle(*command).out
        assert "<img" not in out
        assert "<b " not in out
        assert out.count("<script>") == (1 if command[0] == "trace" else 0)
        assert "\u202e" not in out
        Page(out)


# ---------------------------------------------------------------------------------------------- the documents we have


def test_shipped_rulesets_account_for_every_line_of_their_documents(games, source_folders) -> None:
    checked = 0
    for name, game in games.items():
        if rulesets()[name].parent.name == "variants":
            continue  # parts that a variant replaces no longer follow the document of the base
        found: dict[str, dc.DocumentText] = {}
        for source, document in dc.documents(game.tree).items():
            path = dc.locate(document, {}, source_folders)
            if path is not None:
                found[source] = dc.read_document(source, path)
        checked += len(found)
        for account in pv.trace(game.tree, found).accounts:
            assert [line.number for line in account.open] == [], (name, account.document.file)
            assert account.beyond == ()
    if not checked:
        pytest.skip("the documents are not part of the project; HOYLE_SOURCES says where they are")


def test_a_document_is_named_as_in_the_rules(hoyle, house: Path) -> None:
    text = house.read_text(encoding="utf-8")
    named = text.replace('"pebbles.txt"', '"pebbles.txt"  "the rules of Pebbles & Co"')
    assert named != text
    house.write_text(named, encoding="utf-8")
    assert any(line.startswith("rules, the rules of Pebbles & Co: ") for line in hoyle("trace", house).out.splitlines())
    data = json.loads(hoyle("trace", house, "--format", "json").out)
    jsonschema.validate(data, SCHEMA)
    assert [one["title"] for one in data["documents"]] == ["the rules of Pebbles & Co"]
    assert "the rules of Pebbles &amp; Co" in hoyle("trace", house, "--format", "html").out
    assert "rules (the rules of Pebbles & Co)" in hoyle("show", house).out
    ours = house.with_name("ours.hoyle")
    ours.write_text(f'variant "Ours" of {house.stem}\ndescribe rules "the old rules"\n', encoding="utf-8")
    assert "rules (the old rules)" in hoyle("show", ours).out
