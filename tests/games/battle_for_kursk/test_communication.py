"""10.0: control of cities, and communication."""

from kursk.core.match import Match
from kursk.testing import play, where
from tests.games.battle_for_kursk.helpers import position

SURROUNDED = "r:army@1713 s:army@1912 t:army@1914"  # zones on every hex round 1813


def linked(match: Match, unit: str) -> bool:
    supply = match.supply(unit)
    assert supply is not None and supply.rule == "10.0"
    return supply.supplied


def test_10_0_a_path_of_any_length_to_ones_own_border() -> None:
    match = position("g:infantry@2613 r:army@1113", "movement")
    assert linked(match, "g") and linked(match, "r")
    supply = match.supply("g")
    assert supply is not None
    first, last = supply.path[0], supply.path[-1]
    assert match.g.grid.name[first] == "2613"
    assert match.g.board.hexes["german border"] >> last & 1


def test_10_0_enemy_zones_close_the_path() -> None:
    match = position(f"g:infantry@1813 {SURROUNDED}", "movement")
    assert not linked(match, "g")


def test_10_0_what_cuts_a_unit_off_is_named() -> None:
    """The nearest six hexes, each with what closes it."""

    def told(match: Match, unit: str) -> str:
        supply = match.supply(unit)
        assert supply is not None and not supply.supplied
        return supply.says

    ring = told(position(f"g:infantry@1813 {SURROUNDED}", "movement"), "g")
    assert ring.startswith("Closed towards the blue border: ") and ring.count("(") == 6
    assert "1713 (enemy unit)" in ring and "1814 (enemy zone)" in ring and "more" not in ring
    cities = {"1026": ["city"], "1127": ["city"]}
    corner = told(position("r:army@1027", "movement", "russian", hexes=cities), "r")
    assert corner == "Closed towards the red border: 1026 (enemy city), 1127 (enemy city)."
    grid = position("g:infantry@1013", "movement").g.grid
    towns = {name: ["city"] for name in grid.names(grid.ring(grid.find("1013"), 2))}
    wide = told(position("r:army@1013", "movement", "russian", hexes=towns), "r")
    assert wide.count("(") == 6 and wide.endswith("(enemy city) and 1 more.")
    friend = position(f"g:infantry@1813 {SURROUNDED} h:infantry@1714", "movement")
    assert "1714 (enemy zone)" in told(friend, "g"), "though a friend stands there"


def test_10_0_the_hex_it_starts_from_does_not_count() -> None:
    """The unit stands in an enemy zone; the next hex is free."""
    match = position("g:infantry@1813 r:army@1913", "movement")
    assert "1813" in match.zones("russian")
    assert linked(match, "g")


def test_10_0_a_friend_does_not_open_a_hex_in_an_enemy_zone() -> None:
    match = position(f"g:infantry@1813 {SURROUNDED} h:infantry@1714", "movement")
    assert not linked(match, "g") and linked(match, "h")


def test_10_0_enemy_cities_close_the_path() -> None:
    """The corner hex 1027 has two ways out, 1026 and 1127."""
    cities = {"1026": ["city"], "1127": ["city"]}
    match = position("r:army@1027", "movement", "russian", hexes=cities)
    assert not linked(match, "r"), "both are German"
    match = position("r:army@1027", "movement", "russian", hexes=cities,
                     control={"russian": ["1127"]})  # fmt: skip
    assert linked(match, "r")


def test_10_0_enemy_units_close_the_path() -> None:
    match = position("r:army@1027 g:infantry@1026 h:infantry@1127", "movement", "russian")
    assert not linked(match, "r")


def test_10_0_a_border_hex_in_an_enemy_zone_is_no_end_of_a_path() -> None:
    """Next to 1113 the border hexes 1013 and 1014 are empty, but in Russian zones."""
    match = position("g:infantry@1113 r:army@1012 s:army@1015 t:army@1213", "movement")
    assert not linked(match, "g")


def test_10_0_on_its_own_border_a_unit_needs_no_path() -> None:
    match = position("g:infantry@1013 r:army@1012 s:army@1014", "movement")
    assert linked(match, "g")


def test_10_0_the_enemys_border_is_no_use() -> None:
    match = position("g:infantry@2713 r:army@2612 s:army@2614", "movement")
    assert not linked(match, "g")


def test_10_0_communication_runs_through_any_ground_but_the_sea() -> None:
    match = position("g29@2426 r2g@2326 r44@2425", "movement", real=True)
    assert not linked(match, "g29"), "a marsh would do, the Sea of Azov does not"


def test_10_0_at_the_start_a_city_belongs_to_its_side_of_the_start_line() -> None:
    match = position("g:infantry@1013", "movement", real=True)
    places = match.g.board.places
    owner = {name: match.g.owner(places[name].hex) for name in places}
    assert owner["Orel"] == owner["Kharkov"] == owner["Kiev"] == "german"
    assert owner["Kursk"] == owner["Moscow"] == owner["Velikiye Luki"] == "russian"


def test_10_0_a_city_belongs_to_the_last_to_enter_it() -> None:
    match = position("g:panzer@1712", "movement", hexes={"1812": ["city"]},
                     control={"russian": ["1812"]})  # fmt: skip
    play(match, "move g 1812 1912")
    assert where(match, "g") == "1912"
    assert match.g.owner(match.g.grid.find("1812")) == "german"


def test_5_0_10_0_a_retreat_takes_a_city_back() -> None:
    """A German led through 1912 enters it, and it is German again."""
    match = position(
        "g:infantry:8/4@1813 a:tank:16/8@1713", "combat", "russian",
        hexes={"1912": ["major city"]}, control={"russian": ["1912"]},
    )  # fmt: skip
    play(match, "attack 1813 with a", "end", "resolve 1813", "roll 3", "retreat g 1812 1912")
    assert match.g.owner(match.g.grid.find("1912")) == "german"


def test_10_0_a_unit_that_dies_in_its_retreat_enters_nothing() -> None:
    match = position(
        "g-:infantry:16/8@1813 a:tank:16/8@1713 b:army@1912 c:army@1914", "combat", "russian",
        hexes={"1812": ["city"]}, control={"russian": ["1812"]},
    )  # fmt: skip
    play(match, "attack 1813 with a", "end", "resolve 1813", "roll 3")
    assert where(match, "g") == "eliminated"
    assert match.g.owner(match.g.grid.find("1812")) == "russian"
