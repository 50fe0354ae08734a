"""Playing at the text table: choosing, being refused, taking back, handing over, whole turns and games."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.text import Console, Speech, Table

from .conftest import Anybody, Sit, Typist


def test_the_header_and_the_prompt(sit: Sit) -> None:
    text = " ".join(sit().text.split())
    assert ("Turn 1 of 9 | 22-28 June 1944 | Soviet combat before movement | Soviet player to choose | "
            "Soviets 0 points, 31 needed "
            "Choose an enemy hex to attack: every activated unit that can attack must. [11.1.b]") in text


def test_the_header_in_spanish(sit: Sit) -> None:
    header = "Turno 1 de 9 | 22-28 de junio de 1944 | Combate soviético antes del movimiento | Elige: Jugador soviético"
    assert header in " ".join(sit(lang="es").text.split())


@pytest.mark.parametrize("typed", ["S-5GT", "s-5gt", "unit:S-5GT", "5GT", "5th guards", "1"])
def test_ways_to_choose_a_unit(situation: Any, sit: Sit, typed: str) -> None:
    match = situation("soviet.movement", {"S-5GT": "3501", "S-39": "4501"})
    sit(match, [typed])
    assert [record.choice for record in match.records] == ["unit:S-5GT"]


@pytest.mark.parametrize("typed", ["3500", "hex:3500", "vitebsk", "Vit", "1"])
def test_ways_to_choose_a_hex(situation: Any, sit: Sit, typed: str) -> None:
    match = situation("soviet.combat_after", {"S-39": "3400", "G-53": "3500"})
    sit(match, [typed])
    assert [record.choice for record in match.records] == ["hex:3500"]


@pytest.mark.parametrize(("lang", "typed"), [
    ("en", "end_phase"), ("en", "do:end_phase"), ("en", "end"), ("es", "terminar"), ("en", "2")])
def test_ways_to_choose_a_button(situation: Any, sit: Sit, lang: str, typed: str) -> None:
    match = situation("soviet.movement", {"S-39": "3501", "G-53": "2510"})
    sit(match, [typed], lang=lang)
    assert match.records[0].choice == "do:end_phase"


def test_several_choices_in_one_line(situation: Any, sit: Sit) -> None:
    match = situation("soviet.movement", {"S-39": "3501", "S-5GT": "4501"})
    session = sit(match, ["S-39 3503"])
    assert [record.choice for record in match.records] == ["unit:S-39", "hex:3503"]
    assert "39th Army moves to 3503 for" in session.text


def test_naming_the_moving_unit_again_does_no_harm(situation: Any, sit: Sit) -> None:
    match = situation("soviet.movement", {"S-39": "3501", "S-5GT": "4501"})
    sit(match, ["S-39", "S-39 3503"])
    assert [record.choice for record in match.records] == ["unit:S-39", "hex:3503"]


def test_a_whole_attack_in_one_line(situation: Any, sit: Sit) -> None:
    match = situation("soviet.combat_after", {"S-39": "3400", "S-5GT": "3600", "G-53": "3500"}, dice=[6])
    assert "5th Guards Tank Army" in sit(match, ["3500 S-39 S-5GT roll"]).after("3500 S-39 S-5GT roll")
    assert match.records[3].dice == (6,)


@pytest.mark.parametrize(("typed", "says"), [
    ("S-43", "No: 43rd Army is not on the map."),
    ("G-53", "No: LIII Corps is not yours to use here."),
    ("3605", "No: Choose a unit first."),
    ("unit:S-999", "No: There is no unit S-999."),
    ("hex:9999", "No: There is no hex 9999."),
    ("do:dance", "No: There is no button dance."),
    ("roll", "No: “Attack: roll the die” cannot be chosen now."),
    ("attack: r", "No: “Attack: roll the die” cannot be chosen now."),
    ("9999", "'9999' is neither a choice nor a command."),
    ("77", "'77' is neither a choice nor a command."),
    ("what?", "'what?' is neither a choice nor a command. 'list' shows the choices, 'help' the commands."),
    ("S-", "'S-' can mean several things"),
])
def test_refusals_change_nothing_and_say_why(situation: Any, sit: Sit, typed: str, says: str) -> None:
    match = situation("soviet.movement", {"S-39": "3501", "S-5GT": "4501", "G-53": "3500", "S-43": "dead.soviet"})
    before = match.digest
    assert says in sit(match, [typed]).after(typed)
    assert match.digest == before and not match.records


def test_refusals_cite_the_rule_in_spanish_too(situation: Any, sit: Sit) -> None:
    match = situation("soviet.movement", {"S-39": "3501", "S-5GT": "4501"})
    said = sit(match, ["S-39", "1010"], lang="es").after("1010")
    assert said.startswith("No: ") and "[9." in said


def test_costs_and_directions_are_listed_nearest_first(situation: Any, sit: Sit) -> None:
    match = situation("soviet.movement", {"S-39": "3510", "S-5GT": "4501"})
    lines = sit(match, ["S-39"]).after("S-39").splitlines()
    listed = [line for line in lines if ", cost " in line]
    assert any(line.split()[1:4] == ["3509", "E", "1,"] for line in listed)
    rest = lines[lines.index("Hexes:"):]
    distances = [int(line.split(",")[0].split()[-1]) for line in rest if ", cost " in line]
    assert distances == sorted(distances)
    assert lines.index("Towns:") < lines.index("Hexes:")


def test_long_lists_of_units_are_told_once_a_phase(dagc: Any, sit: Sit) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.movement"})
    session = sit(match, ["S-39", "S-39 3300"])
    first, _, later = session.text.partition("? S-39\n")
    assert "8th Army, infantry" in first and "8th Army, infantry" not in later
    assert "Or another of 31 units ('list' tells all about them): S-8 S-2S" in later


def test_a_number_of_an_older_list_chooses_nothing_else(dagc: Any, sit: Sit) -> None:
    """After a move the units are not numbered again: an old number must not be taken for a button."""
    match = dagc.situation({"turn": 3, "step": "soviet.movement"})
    session = sit(match, ["S-5GT", "1", "7"])
    assert [record.choice for record in match.records] == ["unit:S-5GT"]
    assert "'1' is neither a choice nor a command." in session.after("1")
    assert "'7' " in session.after("7")


def test_a_unit_that_can_go_nowhere(dagc: Any, sit: Sit) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.movement"})
    assert "5th Guards Tank Army can go nowhere." in sit(match, ["S-5GT"]).after("S-5GT")


# -- taking back ---------------------------------------------------------------------------------------------------


def test_undo(situation: Any, sit: Sit) -> None:
    match = situation("soviet.movement", {"S-39": "3501", "S-5GT": "4501"})
    before = match.digest
    session = sit(match, ["S-39 3503", "undo", "undo"])
    assert "Taken back: 3503" in session.after("undo")
    assert match.digest == before


@pytest.mark.parametrize(("answer", "left"), [("y", 2), ("n", 3), ("", 3)])
def test_undoing_dice_needs_consent(situation: Any, sit: Sit, answer: str, left: int) -> None:
    match = situation("soviet.combat_after", {"S-39": "3501", "G-53": "3500"}, dice=[1])
    session = sit(match, ["3500 S-39 roll", "undo", answer])
    assert "needs the other player's consent" in session.text
    assert len(match.records) == left


def test_the_computer_never_consents(situation: Any, sit: Sit) -> None:
    match = situation("soviet.combat_after", {"S-39": "3501", "G-53": "3500"}, dice=[1])
    session = sit(match, ["3500 S-39 roll", "undo"], people=["soviet"])
    assert "No: The last choice rolled dice" in session.after("undo") or "agree?" not in session.text


# -- two at one keyboard -------------------------------------------------------------------------------------------


def test_the_keyboard_is_passed_when_there_are_secrets(situation: Any, sit: Sit) -> None:
    match = situation("soviet.combat_after", {"S-39": "3501", "S-5GT": "3501", "G-53": "3500"})
    session = sit(match, ["end", "", "units soviet"])
    _, line, after = session.text.partition("Pass the keyboard to the German player, who presses Enter.")
    assert line
    assert "Turn 3: German replacements" in after, "the German is told what happened"


def test_the_keyboard_is_not_passed_when_all_lies_open(situation: Any, sit: Sit) -> None:
    match = situation("soviet.combat_after", {"S-39": "3501", "G-53": "3500"})
    session = sit(match, ["end"])
    assert "Pass the keyboard" not in session.text
    assert session.text.count("Turn 3: German replacements") == 1, "what both have read is told once"


def test_players_who_trust_each_other_pass_nothing(situation: Any, sit: Sit) -> None:
    match = situation("soviet.combat_after", {"S-39": "3501", "S-5GT": "3501", "G-53": "3500"})
    assert "Pass the keyboard" not in sit(match, ["end"], trusting=True).text


def test_on_a_terminal_the_screen_is_cleared_once_it_has_been_read(situation: Any) -> None:
    match = situation("soviet.combat_after", {"S-39": "3501", "S-5GT": "3501", "G-53": "3500"})
    out = io.StringIO()
    console = Console(io.StringIO("end\n\n\n"), out, width=200)
    console.is_terminal = True
    Table(match, console, Speech(), people=match.game.seats).run()
    soviet, *cleared = out.getvalue().split("\033[2J")
    assert soviet.rstrip().endswith("Press Enter when you have read this; then it is for the German player.")
    assert len(cleared) == 2
    assert "German player, who presses Enter." in cleared[0] and "39th Army" not in "".join(cleared)


def test_nobody_takes_the_keyboard(situation: Any, sit: Sit, tmp_path: Path) -> None:
    match = situation("soviet.combat_after", {"S-39": "3501", "S-5GT": "3501", "G-53": "3500"})
    session = sit(match, ["end"], store=tmp_path / "kept.stavka")
    assert session.text.rstrip().endswith("'stavka play --resume' goes on with it.")


# -- against the computer ------------------------------------------------------------------------------------------


def test_the_computers_moves_are_told(dagc: Any, sit: Sit) -> None:
    session = sit(dagc.start(seed=7), [], people=["german"])
    assert "Soviets attack" in session.text
    assert "German player to choose" in session.text and "Soviet player to choose" not in session.text


def test_a_whole_game_between_computers(dagc: Any, sit: Sit, tmp_path: Path) -> None:
    match = dagc.start(seed=3)
    session = sit(match, people=(), store=tmp_path / "kept.stavka")
    assert match.result is not None
    assert "Turn 9: German combat after movement" in session.text or match.turn < 9
    assert "The game is over. " + match.result.reason in session.text
    assert stavka.open(tmp_path / "kept.stavka").digest == match.digest


def test_a_hint_has_a_choice_and_a_plan(dagc: Any, sit: Sit) -> None:
    match = dagc.start(seed=7)
    english, spanish = sit(match, ["hint"]).after("hint"), sit(match, ["consejo"], lang="es").after("consejo")
    assert "Aims: to " in english and "Objetivos: " in spanish
    choice = english.strip().splitlines()[-1]
    assert choice.startswith("Suggested: ") and spanish.strip().splitlines()[-1].startswith("Sugerencia: ")
    typed = choice.rpartition("[")[2].rstrip("]")
    sit(match, [typed])
    assert len(match.records) == 1, "what is in brackets can be typed"


def test_no_hint_where_there_is_nobody_to_give_it(dagc: Any, sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    over = dagc.start(seed=3)
    player = Anybody(3)
    while over.offer is not None:
        over.choose(player.choose(over.offer))
    assert sit(over, ["hint"]).after("hint").startswith("There is nothing for you to choose.")
    monkeypatch.setattr(type(dagc), "staff", None)
    monkeypatch.delitem(dagc.__dict__, "staff", raising=False)
    match = dagc.start(seed=7)
    assert "Nobody can advise you on Destruction of Army Group Center yet" in sit(match, ["hint"]).after("hint")
    assert not match.records


@pytest.mark.parametrize(("lang", "says", "none"), [
    ("en", "What the Soviet player intended in turn 2:", "No computer player has finished a turn with a plan yet."),
    ("es", "Qué pretendía Jugador soviético en el turno 2:",
     "Ningún jugador automático ha terminado todavía un turno con plan.")])
def test_the_plan_is_told_when_the_turn_is_over(dagc: Any, sit: Sit, lang: str, says: str, none: str) -> None:
    match, out = dagc.situation({"turn": 2, "step": "soviet.movement", "seed": 3}), io.StringIO()
    typist = Patient(out)
    typist.table = Table(match, Console(typist, out, width=200, page=0), Speech(lang), people=["german"],
                         opponent="regular")
    assert typist.table.run() == 0
    early, _, told = typist.told.partition("german\n")
    assert none in early and says not in early and says in told and told.count("\n") > 8
    hidden = set(dagc.counters.ids) - set(match.view("german")["units"])
    assert hidden and not [unit for unit in hidden if re.search(rf"\b{dagc.counters[unit].name[lang]}", told)]
    running = dagc.situation({"turn": 2, "step": "german.movement", "seed": 3})
    assert none in sit(running, ["plan"], people=["german"], opponent="novice", lang=lang).after("plan")


def test_a_player_who_thinks_long_is_waited_for_with_a_word(
        dagc: Any, sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stavka.text.console.PATIENCE", 0.0)
    monkeypatch.setattr("stavka.text.table.PATIENCE", 0.0)
    match = dagc.situation({"turn": 2, "step": "soviet.combat_after", "seed": 3})
    session = sit(match, ["undo"], people=["german"], opponent="novice")
    assert "The Soviet player thinks ..." in session.text


class Patient(Typist):
    """A German who asks for the Soviet plan before every choice, until the Soviet turn is over."""

    def __init__(self, out: io.StringIO) -> None:
        super().__init__()
        self.out = out
        self.player = Anybody(5)
        self.told = ""
        self.asked = False

    def typed(self) -> str:
        match = self.table.match
        german = match.phase.startswith("german")
        if self.asked:
            self.told += self.out.getvalue().rpartition("\n? ")[0].rpartition("? plan\n")[2]
            if german:
                return ""
        self.asked = not self.asked
        self.told += "german\n" if self.asked and german else ""
        assert match.offer is not None
        return "plan\n" if self.asked else self.player.choose(match.offer) + "\n"


class Chance(Typist):
    """Somebody who types whatever comes to mind: any choice, sometimes a question first."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.player = Anybody(seed)
        self.lines = 0

    def typed(self) -> str:
        offer = self.table.match.offer
        self.lines += 1
        if offer is None:
            return ""
        return ("map" if self.lines % 50 == 0 else "list" if self.lines % 30 == 0 else self.player.choose(offer)) + "\n"


@pytest.mark.parametrize(("turn", "lang"), [(1, "en"), (8, "es")])
def test_a_game_typed_by_chance_to_its_end(dagc: Any, turn: int, lang: str) -> None:
    match = dagc.situation({"turn": turn, "seed": 1})
    typist, out = Chance(turn), io.StringIO()
    table = typist.table = Table(match, Console(typist, out, page=0), Speech(lang), people=match.game.seats,
                                 trusting=True)
    assert table.run() == 0
    assert match.result is not None
    assert match.game.say(match.result.message, lang) in " ".join(out.getvalue().split())


@pytest.mark.parametrize(("lang", "end", "phases"), [
    ("en", "end", ["Soviet combat before movement", "Soviet movement", "Soviet combat after movement",
                   "German replacements and reinforcements", "German combat before movement",
                   "Soviet air interdiction", "German movement", "German combat after movement"]),
    ("es", "terminar", ["Combate soviético antes del movimiento", "Movimiento soviético",
                        "Combate soviético después del movimiento", "Reemplazos y refuerzos alemanes",
                        "Combate alemán antes del movimiento", "Interdicción aérea soviética", "Movimiento alemán",
                        "Combate alemán después del movimiento"]),
])
def test_a_full_turn_by_hand(dagc: Any, sit: Sit, lang: str, end: str, phases: list[str]) -> None:
    """Turn 3 from the Soviet replacements to the German combat, every line typed."""
    match = dagc.situation({"turn": 3, "dice": [6, 5, 4, 3, 2, 1], "empty": True, "place": {
        "S-39": "3400", "S-5GT": "3600", "S-5": "3600", "G-53": "3500", "G-6": "3604", "S-8": "dead.soviet"}})
    session = sit(match, [
        "S-8", "5000",                                   # replacements: 8th Army comes back
        end,
        "3500", "S-39", "S-5GT", "odds", "S-5", "roll",  # combat before movement: the corps loses a step
        end,
        "S-39", "3401", "S-5GT 3700", end,               # movement
        end,                                             # combat after movement
        end, end,                                        # German replacements and combat before movement
        "A-1", "G-53", end,                              # interdiction
        "G-6 3603", end,                                 # German movement
        end,                                             # German combat after movement
    ], lang=lang, trusting=True)
    told = [line.partition(": ")[2].partition(" [")[0] for line in session.text.splitlines() if line.startswith("== ")]
    assert told[:8] == phases
    assert match.turn == 4
    units = match.view("soviet")["units"]
    assert [units[unit]["place"] for unit in ("S-39", "S-5GT", "G-6")] == ["3401", "3700", "3603"]
    assert units["G-53"]["face"] == 1 and match.game.board.index[units["S-8"]["place"]] < match.game.board.grid.size
    assert "Attack 12 = " in session.text or "Ataque 12 = " in session.text


def test_after_the_end_one_may_look_round(dagc: Any, sit: Sit) -> None:
    match = dagc.start(seed=3)
    player = Anybody(3)
    while match.offer is not None:
        match.choose(player.choose(match.offer))
    session = sit(match, ["victory", "map Minsk 1", "S-39", "list", "quit", ""])
    assert "The game is over." in session.text and "You can still look around" in session.text
    assert "No: The game is over." in session.after("S-39")
    assert "needed" in session.after("victory")


# -- keeping -------------------------------------------------------------------------------------------------------


def test_every_choice_is_saved(situation: Any, sit: Sit, tmp_path: Path) -> None:
    kept = tmp_path / "new" / "kept.stavka"
    match = situation("soviet.movement", {"S-39": "3501", "S-5GT": "4501"})
    session = sit(match, ["S-39 3503"], store=kept)
    assert stavka.open(kept).digest == match.digest
    assert f"The game is saved in {kept}." in session.text


def test_a_game_without_choices_leaves_no_file(situation: Any, sit: Sit, tmp_path: Path) -> None:
    sit(situation("soviet.movement", {"S-39": "3501"}), ["map"], store=tmp_path / "kept.stavka")
    assert list(tmp_path.glob("*.stavka")) == []


def test_when_saving_fails_the_game_goes_on(situation: Any, sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    match = situation("soviet.movement", {"S-39": "3501", "S-5GT": "4501"})
    session = sit(match, ["S-39 3503", "S-5GT"], store=tmp_path / "file" / "kept.stavka")
    assert session.text.count("The game could not be saved") == 1
    assert len(match.records) == 3


class Interrupted(Typist):
    def typed(self) -> str:
        raise KeyboardInterrupt


def test_control_c_is_polite(dagc: Any, tmp_path: Path) -> None:
    out = io.StringIO()
    match = dagc.start(seed=1)
    match.choose(match.offer.choices[0])
    from stavka.text import Store

    table = Table(match, Console(Interrupted(), out), Speech(), people=["soviet"], store=Store(tmp_path / "k.stavka"))
    assert table.run() == 0
    assert f"The game is saved in {tmp_path / 'k.stavka'}." in " ".join(out.getvalue().split())
