"""What is shown of a path while it is written: keys, where it can be taken by a click, what comes of it, its line on the map."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.engine.controls import Key, Keys
from quarterdeck.engine.dress import Chip, Fact, Note, Reach
from quarterdeck.engine.hexes import neighbour
from quarterdeck.engine.questions import DRIFT
from quarterdeck.engine.scene import Icon, Item, Path, PathStyle, Token
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.interworld_fleets import chart
from quarterdeck.systems.interworld_fleets.hazards import CLOSED_BY
from quarterdeck.systems.interworld_fleets.movement import Pose, Reason, Walk, helm_of, on_map, reachable, walk
from quarterdeck.systems.interworld_fleets.places import drawn, named
from quarterdeck.systems.interworld_fleets.ramming import blow_dice, may_ram, run_of
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship, name_of
from quarterdeck.systems.interworld_fleets.terrain import Area
from quarterdeck.systems.interworld_fleets.tokens import SURE

RAM = "ram"
"""The line of a ship that rams."""


def written(line: str) -> str:
    """The path of a line: upper case, without blanks; empty for `DRIFT`."""
    return "" if line.strip() == DRIFT else "".join(line.upper().split())


def is_ram(line: str) -> bool:
    """Whether a line declares a ram (IWF-3.11)."""
    return line.strip().lower() == RAM


def walk_of(state: FleetsState, ship: Ship, line: str) -> Walk:
    """What comes of a line; of a ram its run, as far as it can be foreseen."""
    start = Pose(ship.at, ship.facing)
    path = "F" * len(run_of(state, ship).hexes) if is_ram(line) else written(line)
    return walk(state, start, helm_of(state, ship), path)


# Keys


def controls(state: FleetsState, ship: Ship, line: str) -> tuple[Keys, ...]:
    """Keys that take the path on by a letter, one that rams where the ship can; keys for the facing where the path ends."""
    path = "" if is_ram(line) else written(line)
    steps = [_step(state, ship, path, letter) for letter in STEPS]
    ram = [Key(_("Ram"), RAM, on=is_ram(line))] if may_ram(ship) else []
    facings = [] if is_ram(line) else [Keys(_("Facing there"), tuple(_facings(state, ship, line)))]
    return Keys(_("Path"), (*steps, *ram)), *facings


STEPS: dict[str, tuple[Text, Icon]] = {
    "L": (_("Port"), Icon("port")),
    "F": (_("Ahead"), Icon("up")),
    "R": (_("Starboard"), Icon("stbd")),
}


def _step(state: FleetsState, ship: Ship, path: str, letter: str) -> Key:
    walked, (text, icon) = walk_of(state, ship, path + letter), STEPS[letter]
    return Key(text, path + letter, off=why_refused(state, ship, walked)[1] if walked.reason else None, icon=icon)


FACES: tuple[Text, ...] = (_("N"), _("NE"), _("SE"), _("S"), _("SW"), _("NW"))
"""What the facings are called; 0 is up the map."""


def _facings(state: FleetsState, ship: Ship, line: str) -> Iterator[Key]:
    """For each facing the shortest path to where this one ends; where there is none, this one with the turns it lacks."""
    walked = walk_of(state, ship, line)
    end, ways = walked.end, dict[int, str]()
    for course in reachable(state, ship):
        if course.end.at == end.at:
            ways.setdefault(course.end.facing, course.path or DRIFT)
    if walked.left:
        ways[end.facing] = walked.done
    for face, text in enumerate(FACES):
        lacking = walked.done + "R" * ((face - end.facing) % len(FACES))
        on = bool(line.strip()) and face == end.facing
        yield Key(text, ways.get(face, lacking), on=on, off=None if face in ways else NO_WAY)


NO_WAY = _("No path ends there with this facing.")


REFUSED: dict[Reason, tuple[str, Text]] = {
    "letter": ("IWF-3.1", _("A path is written with F, L and R, for example FFRFF; or it is ram.")),
    "speed": ("IWF-1.18", _("{ship} can move {most} hexes at most.")),
    "turn": ("IWF-3.2", _("{ship} cannot turn there: it has to move 2 hexes before each turn.")),
    "impassable": ("IWF-9.14", _("No ship can enter that hex.")),
    "left": ("IWF-3.10", _("{ship} leaves the map there, and its path ends.")),
    "friend": ("IWF-3.9", _("{ship} would end on a friend.")),
}
"""The rule and the sentence for each reason why a path is refused."""

NO_TURNS = _("{ship} cannot turn in this activation.")
ON_THE_SPOT = _("{ship} turns on the spot by one face, or it moves: not both.")


def why_refused(state: FleetsState, ship: Ship, walked: Walk) -> tuple[str, Text]:
    """The rule and the sentence for a walk that is not legal; turns have several reasons (IWF-3.2, IWF-3.4, IWF-8.11)."""
    helm = helm_of(state, ship)
    rule, words = REFUSED[walked.reason]
    if walked.reason == "turn" and helm.no_turns:
        rule, words = "IWF-8.11", NO_TURNS
    elif walked.reason == "turn" and not walked.moved:
        rule, words = "IWF-3.4", ON_THE_SPOT
    elif walked.reason == "impassable":
        ahead = neighbour(walked.end.at, walked.end.facing)
        rule = next(CLOSED_BY[area.kind] for area in state.terrain.at[ahead] if area.kind in CLOSED_BY)
    return rule, Text(words.message, {"ship": name_of(ship), "most": helm.speed})


def places(state: FleetsState, ship: Ship) -> tuple[Reach, ...]:
    """Every hex in which it can end, with the shortest path there for each facing; and every hex by which it can leave."""
    found: dict[Pose, Reach] = {}
    for course in reachable(state, ship):
        at, says = drawn(state.map, course.end.at), _("facing {face}", face=FACES[course.end.facing])
        found.setdefault(course.end, Reach(at, course.path or DRIFT, len(course.hexes), says))
    out = chart.exits(state, ship, on_map(state, ship, ()))
    return (*found.values(), *[Reach(drawn(state.map, at), path, path.count("F"), LEAVES) for at, path in out.items()])


LEAVES = _("leaves the map for good")


def chips(line: str, walked: Walk) -> tuple[Chip, ...]:
    """The letters of a line, those that cannot be followed marked."""
    letters = [(place, letter) for place, letter in enumerate(line) if not letter.isspace()]
    if is_ram(line) or line.strip() == DRIFT:
        return (Chip(line.strip(), letters[0][0], letters[-1][0] + 1),)
    return tuple([Chip(letter, at, at + 1, bad=n >= len(walked.done)) for n, (at, letter) in enumerate(letters)])


# What comes of it


def facts_of(state: FleetsState, ship: Ship, walked: Walk) -> tuple[Fact, ...]:
    """Hexes moved of its Speed, the facing, whether it will be an easy target."""
    easy = walked.moved < SURE
    yes, no = _("yes"), _("no")
    return (
        Fact(_("Moved"), _("{n} of {most}", n=walked.moved, most=helm_of(state, ship).speed)),
        Fact(_("Facing"), FACES[walked.end.facing], FACES[ship.facing]),
        Fact(_("Easy target"), yes if easy else no, yes if ship.easy_target else no),
    )


def warnings(state: FleetsState, ship: Ship, line: str) -> Iterator[Note]:
    """What a path runs into: terrain that harms, the edge of the map, an enemy in its last hex, a token in a well's zone."""
    walked, name = walk_of(state, ship, line), name_of(ship)
    for area in _areas_on(state, walked):
        yield Note("warn", _("{ship} enters the {kind}.", ship=name, kind=area.kind.replace("_", " ")), RULES[area.kind], WARN)
    if walked.left:
        yield Note("warn", _("{ship} leaves the map for good.", ship=name), "IWF-3.10", WARN)
    elif walked.moved < SURE and walked.end.at in state.terrain.zone:
        yield Note("bad", _("{ship} would be lost: an easy target beside a gravity well.", ship=name), "IWF-9.13", WARN)
    foe = state.ship_at(walked.end.at)
    if foe is not None and foe.side != ship.side:
        yield Note("warn", _("{ship} ends on {foe}: the smaller one is shifted.", ship=name, foe=name_of(foe)), "IWF-3.17", WARN)
    if is_ram(line):
        yield _ram_note(state, ship)


WARN = Icon("warn")
RULES: dict[str, str] = {
    "asteroid_field": "IWF-9.5",
    "debris_field": "IWF-9.7",
    "ion_storm": "IWF-9.9",
    "minefield": "IWF-9.11",
    "gravity_well": "IWF-9.12",
    "large_asteroid": "IWF-9.14",
}


def _areas_on(state: FleetsState, walked: Walk) -> list[Area]:
    """The areas that harm on a way, each once."""
    at = state.terrain.at
    found = [area for pose in walked.poses if pose.at != walked.start.at for area in at.get(pose.at, ()) if area.kind in RULES]
    return list(dict.fromkeys(found))


def _ram_note(state: FleetsState, ship: Ship) -> Note:
    run = run_of(state, ship)
    if run.target is None:
        return Note("warn", _("{ship} meets no enemy.", ship=name_of(ship)), "IWF-3.11", WARN)
    moved = len(run.hexes)
    words = _("{ship} rams {target}: {n} dice against {m}.", ship=name_of(ship), target=name_of(run.target),
              n=blow_dice(ship, moved), m=blow_dice(run.target, moved))  # fmt: skip
    return Note("ink", words, "IWF-3.14")


# On the map


def traced(state: FleetsState, ship: Ship, line: str) -> Iterator[Item]:
    """The way of a path and the ship as it will lie at its end."""
    walked = walk_of(state, ship, line)
    way = list(dict.fromkeys([ship.at, *[pose.at for pose in walked.poses]]))
    end = walked.end
    if len(way) > 1:
        points = tuple([drawn(state.map, each) for each in way])
        style: PathStyle = "ram" if is_ram(line) else "plan"
        yield Path(id=f"draft:{ship.id}.plan", side=ship.side, ref=ship.id, style=style, points=points, ticks=True)
    if state.map.holds(end.at):
        yield Token(
            id=f"draft:{ship.id}.p",
            side=ship.side,
            ref=ship.id,
            say=_("{ship} ends at {place}", ship=name_of(ship), place=named(state.map, end.at)),
            style="plan",
            silhouette=chart.silhouette_of(ship),
            at=drawn(state.map, end.at),
            heading=end.facing * 60,
            ring="none",
        )
