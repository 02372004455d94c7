from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.certify.baseline import baseline_text, read_baseline, write_baseline
from conformance.certify.tally import Known
from conformance.documents import InvalidDocumentError, UnreadableDocumentError
from conformance.errors import UserError

CASE = "R091-b-lands-short[square8,2p,turn-90]"


def written(folder: Path, text: str) -> Path:
    path = folder / "known.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def line(case: str = CASE) -> dict[str, str]:
    return {"case": case, "verdict": "failed"}


def test_a_baseline_is_cases_with_reasons(tmp_path: Path) -> None:
    path = written(tmp_path, f"known:\n  - case: {CASE}\n    reason: not yet\n")
    assert read_baseline(path) == [Known(CASE, "not yet")]


def test_a_baseline_may_be_empty(tmp_path: Path) -> None:
    assert read_baseline(written(tmp_path, baseline_text([], []))) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("known: 1\n", "1:8: known: 1 is of the wrong type"),
        ("konwn: []\n", "1:1: konwn: unknown field (expected known)"),
        (f"known:\n  - case: {CASE}\n", "2:5: known[0].reason: missing field"),
        (f"known:\n  - {{case: {CASE!r}, reason: ''}}\n", "known[0].reason: "),
        (
            f"known:\n  - {{case: {CASE!r}, reason: a}}\n  - {{case: {CASE!r}, reason: b}}\n",
            "3:12: known[1].case: stands there twice",
        ),
    ],
)
def test_a_wrong_baseline_is_refused_with_its_place(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(InvalidDocumentError) as caught:
        read_baseline(written(tmp_path, text))
    assert any(fault in str(one) for one in caught.value.found)


def test_a_baseline_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocumentError, match="No such file"):
        read_baseline(tmp_path / "none.yaml")


def test_a_new_failure_asks_for_its_reason(tmp_path: Path) -> None:
    (known,) = read_baseline(written(tmp_path, baseline_text([line()], [])))
    assert known == Known(CASE, "failed: say why it may fail for now")


def test_reasons_that_are_known_are_kept(tmp_path: Path) -> None:
    text = baseline_text([line(), line("other[square8,2p]")], [Known(CASE, "not yet")])
    first, second = read_baseline(written(tmp_path, text))
    assert first == Known(CASE, "not yet")
    assert second.reason.startswith("failed: ")


def test_what_does_not_fail_any_more_is_left_out() -> None:
    assert baseline_text([], [Known(CASE, "not yet")]) == "known: []\n"


@given(reason=st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), min_size=1))
def test_any_reason_is_written_so_that_it_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, reason: str
) -> None:
    text = baseline_text([line()], [Known(CASE, reason)])
    path = written(tmp_path_factory.getbasetemp(), text)
    assert read_baseline(path) == [Known(CASE, reason)]


def test_a_baseline_is_written_all_at_once(tmp_path: Path) -> None:
    path = written(tmp_path, "old")
    write_baseline(path, "known: []\n")
    assert path.read_text(encoding="utf-8") == "known: []\n"
    assert [one.name for one in tmp_path.iterdir()] == ["known.yaml"]


def test_a_baseline_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file"):
        write_baseline(tmp_path / "nowhere" / "known.yaml", "known: []\n")
