"""docs/api.md is what the docstrings say."""

from bench import api


def test_the_page_of_the_library_is_what_the_source_says() -> None:
    assert api.PAGE.read_text("utf-8") == api.page(), "write it anew: python -m bench.api"


def test_nothing_public_is_without_words() -> None:
    assert api.wordless() == []
