from conformance.engines.transcript import transcript
from tests.conformance.written import ROOT


def test_the_page_of_the_protocol_ends_with_the_transcript() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert page.endswith(f"```\n{transcript()}```\n")
