"""What ships and crews do, act by act, with scripted dice: what the worked cases do not show."""

from __future__ import annotations

import pytest
from iwd_fakes import Table, condition, make_sheet, make_ship, make_state, make_system

from quarterdeck.systems.interworld_drama import acts, aggression, master, reaction, strategy
from quarterdeck.systems.interworld_drama import round as rounds
from quarterdeck.systems.interworld_drama.acts import Act
from quarterdeck.systems.interworld_drama.conditions import aim_of, detected, set_distance, working
from quarterdeck.systems.interworld_drama.crew import compartment_of, hands, spend
from quarterdeck.systems.interworld_drama.harm import put_out
from quarterdeck.systems.interworld_drama.record import Power
from quarterdeck.systems.interworld_drama.state import CREW, Damage

GOOD, BAD = [9] * 6, [2] * 6
HARPOON = make_system("hook", type="harpoon", condition="harpooned", no_damage=True, grip="tentacles")


def do(state, act, faces, ship="s1", who=None, **answers):
    """A character of a ship does something, by the way of every act."""
    table = Table(faces)
    member = state.ships[ship].crew[who] if who else state.ships[ship].captain
    table.run(rounds.perform(state, table.referee, state.ships[ship], member, act), **answers)
    assert table.used_up()
    return table


# Conditions


@pytest.mark.rule("IWD-6.5", "IWD-13.13")
def test_interference_is_on_the_enemy_and_bars_his_officers():
    state = make_state(make_ship("s1", "a"), make_ship("s2", "b", crew=[make_sheet("c", "captain"), make_sheet("o", "npc")]))
    do(state, Act("gain", "comms", "s2", "interference"), GOOD)
    assert state.has("interference", "s2", "s1") is not None
    assert [member.id for member in hands(state, state.ships["s2"])] == ["c"]


@pytest.mark.rule("IWD-6.6")
@pytest.mark.parametrize(
    ("answer", "gained"), [("nobody", []), ("actor", ["tail"]), ("counter", ["cover"]), ("both_restricted", ["tail", "cover"])]
)
def test_the_narrator_rules_on_a_tie(answer, gained):
    state = make_state(surroundings=["cover"])
    do(state, Act("gain", "helm", "s2", "tail"), GOOD * 2, counter=["gain:helm:s1:cover"], tie=[answer])
    assert [each.kind for each in state.conditions] == gained


@pytest.mark.rule("IWD-6.6")
def test_nobody_is_asked_about_a_tie_of_nothing():
    state = make_state()
    table = do(state, Act("gain", "helm", "s2", "tail"), BAD * 2, counter=["hinder:helm:s1"])
    assert "tie" not in [question.key for question in table.asked]


@pytest.mark.rule("IWD-6.9", "IWD-13.9", "IWD-13.10")
def test_ships_in_contact_share_detection_and_locks():
    ships = make_ship("s1", "a"), make_ship("s3", "a"), make_ship("s2", "b")
    state = make_state(*ships, conditions=[condition("stealth", "s2"), condition("lock", "s1", "s2")])
    do(state, Act("detect", "sensors", "s2"), GOOD)
    assert detected(state, ships[0], ships[2])
    assert not detected(state, ships[1], ships[2])
    do(state, Act("coordinate", "comms", "s3"), GOOD)
    assert detected(state, ships[1], ships[2])
    state.conditions.append(condition("lock", "s1", "s2"))
    aim = aim_of(state, ships[1], ships[1].captain, ships[1].system("gun1"), ships[2])
    assert [modifier.what for modifier in aim.modifiers] == ["lock"]


@pytest.mark.rule("IWD-13.2")
def test_a_fire_weapon_burns_the_cloud_away_for_all():
    jars = make_system("jars", condition="fire")
    state = make_state(make_ship("s1", systems=[jars]), make_ship("s2", "b"), surroundings=["cloud"])
    state.conditions = [condition("cloud", "s1"), condition("cloud", "s2")]
    assert Act("disperse", "jars") in acts.acts(state, state.ships["s1"], acts.REACTION)
    do(state, Act("disperse", "jars"), GOOD)
    assert (state.conditions, state.surroundings) == ([], [])


@pytest.mark.rule("IWD-13.3", "IWD-7.8")
def test_an_emergency_jump_of_the_enemy_ends_the_cover_against_it():
    state = make_state(conditions=[condition("cover", "s1", "s2"), condition("cover", "s1", "s3")])
    do(state, Act("shoot", "gun1", "s2"), GOOD + GOOD, defend=["jump:jump"])
    assert [each.other for each in state.conditions] == ["s3"]


@pytest.mark.rule("IWD-13.3")
def test_the_cover_may_hide_from_others_too():
    state = make_state(make_ship("s1"), make_ship("s2", "b"), make_ship("s3", "b"), surroundings=["cover"])
    do(state, Act("gain", "helm", "s2", "cover"), GOOD, covered=["yes"])
    assert [each.other for each in state.found("cover", "s1")] == ["s2", "s3"]


@pytest.mark.rule("IWD-13.4")
def test_the_narrator_may_name_another_weapon_for_the_dead_zone():
    guns = [make_system(f"gun{n}", mount="fore") for n in (1, 2)]
    state = make_state(make_ship("s1"), make_ship("s2", "b", systems=guns))
    do(state, Act("gain", "helm", "s2", "dead_zone", "gun1"), GOOD, dead_zone=["gun2"])
    aims = [aim_of(state, state.ships["s2"], None, gun, state.ships["s1"]).barred for gun in guns]
    assert aims == [None, ("dead_zone", "IWD-13.4")]


@pytest.mark.rule("IWD-13.5", "IWD-14.1")
def test_the_difficulty_to_break_a_short_distance_is_the_narrators():
    pair = condition("short", "s1", "s2")
    state = make_state(conditions=[pair])
    table = do(state, Act("remove", "helm", "", "short", pair.id), GOOD, ship="s2", **{"break": {"number": 9}})
    assert (table.told[0].data["difficulty"], state.distance("s1", "s2")) == (9, "medium")


@pytest.mark.rule("IWD-13.11", "IWD-14.8")
def test_a_harpoon_holds_by_what_it_is_and_pulls():
    """Tentacles are scared off by will and lore, whatever else one is good at."""
    sheet = make_sheet(
        "cap2", "captain", attributes={"willpower": 3, "strength": 5}, abilities={"monster_lore": 2, "athletics": 5}
    )
    state = make_state(make_ship("s1", systems=[HARPOON, make_system("helm")]), make_ship("s2", "b", crew=[sheet]))
    do(state, Act("shoot", "hook", "s2"), GOOD, harpoon={"number": 9})
    held = state.has("harpooned", "s2", "s1")
    assert held is not None
    assert (held.part, held.values, state.ships["s2"].damage) == ("tentacles", {"free": 9}, [])
    assert "tail" not in [act.kind for act in acts.gains(state, state.ships["s2"])]
    state.ships["s1"].captain.spent = 0
    do(state, Act("pull", "helm", "s2"), [])
    assert state.distance("s1", "s2") == "short"
    table = do(state, Act("remove", "", "", "harpooned", held.id), [9, 2, 2, 2, 2], ship="s2")
    assert (table.told[0].data["pool"], state.has("harpooned")) == (5, None)


@pytest.mark.rule("IWD-14.5", "IWD-13.6")
def test_no_harpoon_at_long_distance():
    state, table = make_state(make_ship("s1", systems=[HARPOON]), make_ship("s2", "b")), Table()
    set_distance(state, table.referee, "s1", "s2", "long")
    assert "shoot" not in [act.verb for act in acts.acts(state, state.ships["s1"], acts.AGGRESSION)]


@pytest.mark.rule("IWD-13.12")
def test_a_fire_spreads_where_the_narrator_says():
    rooms = [make_system(name) for name in ("helm", "gun1", "gun2")]
    ship = make_ship(systems=rooms, crew=[make_sheet("cap", "captain")])
    state = make_state(ship, make_ship("s2", "b"), conditions=[condition("fire", "s1", part="helm", values={"intensity": 3})])
    table = Table([8])
    table.run(reaction.settle_hazards(state, table.referee, ship), intensity={"number": 1})
    assert [(each.part, each.values["intensity"]) for each in state.found("fire")] == [("helm", 3), ("gun1", 1)]
    assert [system.id for system in rooms if working(state, ship, system)] == ["gun2"]


@pytest.mark.rule("IWD-13.15", "IWD-14.7")
def test_a_post_is_dead_until_somebody_takes_it_over():
    ship = make_ship(crew=[make_sheet("cap", "captain"), make_sheet("p1"), make_sheet("p2")])
    ship.crew["p1"].post = "gun1"
    state = make_state(ship, make_ship("s2", "b"), conditions=[condition("wounded", "s1", part="p1")])
    assert not working(state, ship, ship.system("gun1"))
    act = next(act for act in acts.acts(state, ship, acts.REACTION) if act.verb == "replace")
    do(state, act, GOOD, who="p2")
    assert working(state, ship, ship.system("gun1"))


@pytest.mark.rule("IWD-14.2", "IWD-3.4")
def test_a_character_is_where_the_system_is_that_he_used_last():
    ship = make_ship()
    assert compartment_of(ship, ship.captain) == "helm"
    spend(ship, ship.captain, ship.system("gun1"))
    assert compartment_of(ship, ship.captain) == "gun1"


# Attacks


@pytest.mark.rule("IWD-7.6", "IWD-14.7")
def test_the_narrator_decides_on_degree_and_place():
    state = make_state()
    do(state, Act("shoot", "gun1", "s2"), GOOD, effect={"degree": "light", "place": "helm"})
    assert [(hit.degree, hit.place) for hit in state.ships["s2"].damage] == [("light", "helm")]


@pytest.mark.rule("IWD-14.8", "IWD-13.12")
def test_a_fire_breaks_out_where_the_weapon_hits():
    jars = make_system("jars", condition="fire")
    state = make_state(make_ship("s1", systems=[jars]), make_ship("s2", "b"))
    do(state, Act("shoot", "jars", "s2"), [*GOOD, 2])
    fire = state.has("fire", "s2")
    assert fire is not None
    assert (fire.part, fire.values["intensity"], state.ships["s2"].damage[0].place) == ("sensors", 3, "sensors")


@pytest.mark.rule("IWD-14.9", "IWD-14.4")
def test_a_ram_hurts_both_and_brings_them_close():
    state = make_state()
    do(state, Act("ram", "helm", "s2"), [9, 9, 9, 2, 2, 2, 1, 1])
    hits = [(ship.id, hit.degree, hit.place) for ship in state.ships.values() for hit in ship.damage]
    assert hits == [("s1", "light", "helm"), ("s2", "heavy", "helm")]
    assert state.distance("s1", "s2") == "short"


@pytest.mark.rule("IWD-13.3", "IWD-14.9")
def test_behind_cover_a_ship_is_neither_rammed_nor_boarded_nor_cursed():
    witch = make_sheet("witch", "captain", dice=6, powers=(Power("Evil eye", "curse", "wits", "occult"),))
    open_to = [condition("short", "s1", "s2")]
    for conditions, verbs in ((open_to, ["ram", "board", "curse"]), ([*open_to, condition("cover", "s2", "s1")], [])):
        state = make_state(make_ship("s1", crew=[witch]), make_ship("s2", "b"), conditions=conditions)
        offered = dict.fromkeys(act.verb for act in acts.aggressions(state, state.ships["s1"]))
        assert [verb for verb in offered if verb not in ("shoot", "barrage")] == verbs


@pytest.mark.rule("IWD-14.9", "IWD-14.7", "IWD-10.4")
def test_a_landing_that_is_fatal_takes_the_ship():
    state, table = make_state(conditions=[condition("short", "s1", "s2")]), Table()
    do(state, Act("board", "", "s2"), [*GOOD, 2])
    [hit] = state.ships["s2"].damage
    assert (hit.degree, hit.place, hit.member) == ("fatal", CREW, "s2-p1")
    assert state.has("wounded", "s2") is not None
    table.run(rounds.end_turn(state, table.referee))
    assert (state.ships["s2"].status, state.conditions) == ("out", [])


@pytest.mark.rule("IWD-14.9")
def test_a_curse_is_warded_off_by_powers_alone():
    witch = make_sheet("witch", "captain", dice=6, powers=(Power("Evil eye", "curse", "wits", "occult"),))
    saint = make_sheet("saint", dice=6, powers=(Power("Psalm", "ward", "wits", "occult"),))
    state = make_state(make_ship("s1", crew=[witch]), make_ship("s2", "b", crew=[make_sheet("cap2", "captain"), saint]))
    state.ships["s2"].tass = 3
    assert sorted(act.verb for act in aggression.defences(state, state.ships["s2"], "curse")) == ["dodge", "jump", "ward"]
    assert Act("curse", "", "s2", "interference") in list(acts.aggressions(state, state.ships["s1"]))
    do(state, Act("curse", "", "s2", "interference"), [*GOOD, 9, 2, 2, 2, 2, 2], defend=["ward:::power"])
    assert state.ships["s2"].crew["saint"].spent == 1
    assert state.has("interference", "s2", "s1").result == 5
    assert state.ships["s2"].damage == []


@pytest.mark.rule("IWD-7.9", "IWD-13.14")
def test_an_interception_by_a_weapon_uses_it_up_and_suffers_the_anomaly():
    darts = make_system("darts", type="missile", guided=True)
    state = make_state(make_ship("s1", systems=[darts]), make_ship("s2", "b"), conditions=[condition("gravity", "s2")])
    table = do(state, Act("shoot", "darts", "s2"), GOOD + GOOD, defend=["interception:gun1"])
    assert next(event.data["difficulty"] for event in table.told if event.kind == "defence") == 8
    assert (state.ships["s2"].uses, state.ships["s2"].fired) == ({"gun1": 1}, [])


@pytest.mark.rule("IWD-7.10", "IWD-13.13")
def test_jamming_has_more_dice_against_a_ship_in_interference():
    horn = make_system("horn", type="phase")
    state = make_state(make_ship("s1", systems=[horn]), make_ship("s2", "b"), conditions=[condition("interference", "s1", "s2")])
    table = do(state, Act("shoot", "horn", "s2"), GOOD + [9] * 8, defend=["jamming:comms"])
    assert next(event.data["pool"] for event in table.told if event.kind == "defence") == 8


@pytest.mark.rule("IWD-13.8")
@pytest.mark.parametrize(("answer", "works"), [("not_launched", True), ("destroyed", False), ("fled", False)])
def test_what_becomes_of_craft_under_a_barrage(answer, works):
    cote = make_system("cote", craft=True)
    state = make_state(make_ship("s1", systems=[cote]), make_ship("s2", "b"), conditions=[condition("barrage", "s1", "s2")])
    do(state, Act("shoot", "cote", "s2"), BAD, launch=[answer])
    assert working(state, state.ships["s1"], cote) is works


@pytest.mark.rule("IWD-13.8", "IWD-7.1")
def test_a_barrage_takes_the_attack_of_a_weapon_and_no_roll():
    state = make_state()
    do(state, Act("barrage", "gun1", "s2"), [])
    assert state.has("barrage", "s2", "s1") is not None
    assert state.ships["s1"].fired == ["gun1"]


@pytest.mark.rule("IWD-2.4")
@pytest.mark.parametrize(("answer", "place"), [("none", []), ("damage", ["gun1"]), ("injury", [CREW])])
def test_a_botch_may_bring_a_mishap(answer, place):
    state = make_state()
    do(state, Act("shoot", "gun1", "s2"), [1, 2, 2, 2, 2, 2], mishap=[answer])
    assert [hit.place for hit in state.ships["s1"].damage] == place


@pytest.mark.rule("IWD-14.7", "IWD-14.10")
def test_the_seventh_injury_puts_a_character_out():
    state = make_state()
    ship, table = state.ships["s1"], Table()
    for _injury in range(7):
        aggression.hurt(state, table.referee, ship, "light", "helm", "x")
        reaction.injure(state, table.referee, ship, ship.captain, "x")
    assert state.has("wounded", "s1").part == "s1-cap"
    assert ship.captain not in hands(state, ship)


# Repair and masters


@pytest.mark.rule("IWD-10.3", "IWD-14.11")
def test_the_narrator_may_ask_for_more_than_one_roll():
    state = make_state()
    ship = state.ships["s1"]
    ship.damage = [Damage("d1", "heavy", "gun1", 1)]
    do(state, Act("repair", "", "", "heavy", "d1"), GOOD, rolls={"number": 2})
    assert (ship.damage[0].work, ship.damage[0].repaired) == (1, False)
    do(state, Act("repair", "", "", "heavy", "d1"), GOOD, who="s1-p1")
    assert ship.damage[0].repaired


@pytest.mark.rule("IWD-10.4")
def test_a_solution_that_is_not_creative_does_nothing_against_fatal_damage():
    state = make_state()
    ship = state.ships["s1"]
    ship.damage = [Damage("d1", "fatal", "gun1", 1)]
    for who in ("s1-cap", "s1-p1"):
        do(state, Act("repair", "", "", "fatal", "d1"), GOOD, who=who, creative=["no"])
    assert not ship.damage[0].repaired


@pytest.mark.rule("IWD-10.2")
def test_light_damage_is_rolled_for_where_the_narrator_wants_it():
    ship = make_ship(crew=[make_sheet("cap", "captain", damage_control=True)])
    ship.damage = [Damage("d1", "light", "gun1", 1)]
    state = make_state(ship, make_ship("s2", "b"))
    do(state, Act("repair", "", "", "light", "d1"), BAD, waived=["no"])
    assert not ship.damage[0].repaired


@pytest.mark.rule("IWD-13.15", "IWD-10.5")
def test_healing_makes_the_damage_of_its_turn_good():
    ship = make_ship()
    out = condition("wounded", "s1", part="s1-p1")
    ship.damage = [Damage("d1", "heavy", CREW, 1, "s1-p1")]
    state = make_state(ship, make_ship("s2", "b"), conditions=[out])
    assert "repair" not in [act.verb for act in acts.acts(state, ship, acts.REACTION)]
    do(state, Act("remove", "", "", "wounded", out.id), GOOD, healing={"number": 7})
    assert (ship.damage[0].repaired, ship.crew["s1-p1"].back_from) == (True, 2)


@pytest.mark.rule("IWD-11.1", "IWD-14.14")
def test_a_master_gains_a_condition_without_what_it_needs():
    state = make_state()
    act = Act("master", "gain", "", "stealth")
    assert act in list(master.proposals(state, state.ships["s1"]))
    do(state, act, GOOD, proposal={"words": "a veil of songs"})
    assert state.has("stealth", "s1") is not None
    assert (state.ships["s1"].captain.master_used, state.ships["s1"].captain.spent, state.ships["s1"].uses) == (True, 1, {})


@pytest.mark.rule("IWD-14.14", "IWD-7.4")
def test_a_master_defends_where_nothing_else_would():
    state = make_state(make_ship("s1"), make_ship("s2", "b", systems=[make_system("gun1")]))
    do(state, Act("shoot", "gun1", "s2"), GOOD + GOOD, defend=["master:defend"], who=None)
    assert state.ships["s2"].damage == []
    assert state.ships["s2"].captain.master_used


@pytest.mark.rule("IWD-11.2", "IWD-14.14")
@pytest.mark.parametrize("verdict", ["confirm", "reject"])
def test_a_narrator_may_agree_to_something_else(verdict):
    state = make_state()
    faces = GOOD if verdict == "confirm" else []
    table = do(state, Act("master", "other"), faces, master={"verdict": verdict, "difficulty": 9})
    assert table.kinds() == (["proposal", "master"] if verdict == "confirm" else ["proposal"])
    assert state.ships["s1"].captain.spent == (verdict == "confirm")


@pytest.mark.rule("IWD-13.9")
def test_the_lock_holds_when_its_operator_fires_at_the_target():
    state = make_state(conditions=[condition("lock", "s1", "s2", by="s1-cap")])
    table = do(state, Act("shoot", "gun1", "s2"), BAD)
    attack = next(event.data for event in table.told if event.kind == "attack")
    assert attack["difficulty"] == 5
    assert state.has("lock") is None


@pytest.mark.rule("IWD-14.3")
def test_the_ship_concerned_is_asked_for_a_counteraction_and_no_other_where_it_is_aimed_at_it():
    state = make_state(make_ship("s1"), make_ship("s2", "b"), make_ship("s3", "b"))
    aimed, _kinds = strategy.who_may_counter(state, state.ships["s1"], Act("gain", "helm", "s3", "tail"))
    hidden, _kinds = strategy.who_may_counter(state, state.ships["s1"], Act("gain", "stealth", "", "stealth"))
    assert ([ship.id for ship in aimed], [ship.id for ship in hidden]) == (["s3"], ["s2", "s3"])


@pytest.mark.rule("IWD-4.3", "IWD-13.15")
def test_a_captain_who_is_healed_takes_his_place_again():
    ship = make_ship(crew=[make_sheet("cap", "captain"), make_sheet("p1"), make_sheet("o1", "npc")], stand_in="o1")
    out = condition("wounded", "s1", part="cap")
    state = make_state(ship, make_ship("s2", "b"), conditions=[out])
    do(state, Act("remove", "", "", "wounded", out.id), GOOD, who="p1")
    assert (ship.stand_in, ship.captain.back_from) == ("", 2)


@pytest.mark.rule("IWD-4.1", "IWD-13.15")
def test_officers_do_not_act_in_the_turn_in_which_the_captain_acted_before_he_fell():
    ship = make_ship(crew=[make_sheet("cap", "captain"), make_sheet("o1", "npc")])
    spend(ship, ship.captain)
    state = make_state(ship, make_ship("s2", "b"), conditions=[condition("wounded", "s1", part="cap")])
    assert hands(state, ship) == []


@pytest.mark.rule("IWD-13.3", "IWD-13.4")
def test_a_ship_that_goes_elsewhere_gives_up_its_cover():
    kept = condition("cover", "s2", "s1")
    state = make_state(conditions=[condition("cover", "s1", "s2"), condition("dead_zone", "s1", "s2", part="gun1"), kept])
    do(state, Act("gain", "helm", "s2", "short"), GOOD)
    assert [each.kind for each in state.conditions] == ["cover", "short"]
    assert kept in state.conditions


@pytest.mark.rule("IWD-7.11")
def test_energy_is_redistributed_by_the_pool_that_the_narrator_admits():
    sheet = make_sheet("cap2", "captain", attributes={"wits": 2}, abilities={"power": 1, "helm": 4})
    state = make_state(make_ship("s1"), make_ship("s2", "b", crew=[sheet], tass=1))
    table = do(state, Act("shoot", "gun1", "s2"), [*GOOD, *GOOD], defend=["redistribution:power"], redistribution=["helm"])
    rolled = next(event.data for event in table.told if event.kind == "defence")
    assert (rolled["pool"], state.ships["s2"].tass, state.ships["s2"].uses) == (6, 0, {"power": 1})


@pytest.mark.rule("IWD-13.10")
def test_a_ship_that_was_detected_can_go_into_stealth_anew():
    state = make_state(conditions=[condition("stealth", "s1")])
    again = Act("gain", "stealth", "", "stealth")
    assert again not in list(acts.gains(state, state.ships["s1"]))
    state.conditions[0].seen_by.append("s2")
    assert again in list(acts.gains(state, state.ships["s1"]))
    do(state, again, GOOD)
    assert not detected(state, state.ships["s2"], state.ships["s1"])


@pytest.mark.rule("IWD-13.9")
def test_a_lock_ends_when_its_operator_falls():
    state, table = make_state(conditions=[condition("lock", "s1", "s2", by="s1-p1")]), Table()
    put_out(state, table.referee, state.ships["s1"], state.ships["s1"].crew["s1-p1"])
    assert [each.kind for each in state.conditions] == ["wounded"]
