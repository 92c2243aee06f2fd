"""The ledger of a game: every numbered section, what enforces it and what tests it."""

from pathlib import Path

from kursk.cli.reading import Mistake, the_game, told_plainly

TESTS = Path(__file__).parents[3] / "tests" / "games"  # in a checkout


def rules(game: str, section: str = "", /, *, gaps: bool = False) -> int:
    """Print a game's rules in our words, with where each is enforced and tested.

    Parameters
    ----------
    section
        One section, such as 5.3; without it all of them.
    gaps
        Only what is missing; exit code 1 if anything is.
    """
    from kursk.core.rules import citations, gaps_in, tested

    book = the_game(game)
    with told_plainly():
        ledger = book.ledger
    cited = citations(book.folder)
    tests = TESTS / book.title
    named = tested(tests, ledger) if tests.is_dir() else None
    missing = gaps_in(ledger, cited, named)
    if gaps:
        for number, says in missing.items():
            print(f"{number:<8} {says}")
        return 1 if missing else 0
    if section and section not in ledger:
        raise Mistake(f"{book.name} has no section {section}")
    for number in [section] if section else ledger:
        row = ledger[number]
        print(f"{number:<8} {row.says}")
        print(f"         {row.status}" + (f": {row.reason}" if row.reason else ""))
        if row.basis:
            print(f"         rests on: {row.basis}")
        _places("cited", cited.get(number, []), all_of_them=bool(section))
        if named is not None:
            _places("tested", named.get(number, []), all_of_them=bool(section))
        if number in missing:
            print(f"         GAP: {missing[number]}")
    if named is None:
        print("Which tests name a section is known only in a checkout that has them.")
    return 0


def _places(word: str, places: list[str], all_of_them: bool) -> None:
    shown = places if all_of_them else places[:3]
    more = f" and {len(places) - len(shown)} more" if len(places) > len(shown) else ""
    if shown:
        print(f"         {word}: {', '.join(shown)}{more}")
