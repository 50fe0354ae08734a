"""Every command, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.text.answers import odds_line, odds_lines
from stavka.text.commands import COMMANDS
from stavka.text.speech import Speech
from tests.playing import Situation, offered

from .conftest import Sit

STACKS = {"S-39": "3501", "S-5GT": "3501", "G-53": "3500", "G-6": {"hex": "3601", "reduced": True},
          "S-43": "dead.soviet"}
ATTACK = {"S-39": "3400", "S-5GT": "3600", "G-53": "3500"}


@pytest.fixture
def moving(situation: Situation) -> stavka.Match:
    """Soviets about to move, two of them stacked, before two German corps."""
    return situation("soviet.movement", STACKS)


@pytest.fixture
def attacking(situation: Situation) -> stavka.Match:
    """Soviets about to attack Vitebsk from both sides of the river."""
    return situation("soviet.combat_after", ATTACK)


CASES = [
    ("en", "help", "odds [HEX [UNIT ...]] - what an attack would bring"),
    ("en", "?", "undo - take the last choice back"),
    ("es", "ayuda", "deshacer - deshace la última elección"),
    ("es", "help", "deshacer - deshace la última elección"),
    ("en", "help odds", "Also: odds o"),
    ("es", "ayuda mapa", "También: mapa m"),
    ("en", "help nonsense", "There is no command 'nonsense'."),
    ("en", "list", "S-5GT  5th Guards Tank Army, tank, 7-7, 2 steps, 3501 (1 W of Vitebsk)"),
    ("es", "lista", "S-5GT  5.º Ejército de Tanques de la Guardia, tanques, 7-7, 2 pasos, 3501 (1 al O de Vítebsk)"),
    ("en", "more", "There is nothing more to show."),
    ("es", "más", "No hay nada más que mostrar."),
    ("en", "map 3501 1", "[5GT 7]2"),
    ("en", "map vitebsk", "3500 Vitebsk, radius 3; north is at the top"),
    ("en", "map S-39 1", "3501 (1 W of Vitebsk), radius 1"),
    ("en", "map 2", "radius 2"),
    ("es", "mapa Vítebsk 1", "Terreno: . Despejado"),
    ("en", "map turn.3", "Say which hex"),
    ("en", "around 3501", "3500 Vitebsk  E 1, Clear: G-53 LIII Corps (4-7"),
    ("es", "alrededor 3501", "3500 Vítebsk  E 1, Despejado: G-53 LIII Cuerpo (4-7"),
    ("en", "around 2525 2", "no town and no unit"),
    ("en", "hex 3500", "NW, towards 3401: river (Dvina)"),
    ("en", "hex 3500", "Controlled by: Germans"),
    ("en", "hex Vitebsk", "E: edge of the map"),
    ("en", "hex dead.soviet", "S-43  43rd Army"),
    ("en", "hex dead.german", "No units."),
    ("en", "hex", "hex HEX - all about a hex"),
    ("es", "hexágono 3500", "NO, hacia 3401: río (Dviná"),
    ("es", "hexagono 3500", "Controlado por: Los alemanes"),
    ("en", "unit G-6", "G-6  VI Corps, infantry, 2-7, 1 step, 3601 (1 SW of Vitebsk), reduced"),
    ("en", "unit LIII", "Printed factors 4 / 2, movement 7"),
    ("en", "unit S-39", "Reconstructed: factors"),
    ("es", "unidad S-39", "Reconstruido: factores (a escala según el tipo"),
    ("en", "unit", "unit UNIT - all about a unit"),
    ("en", "unit nobody", "There is no unit 'nobody' in sight."),
    ("en", "unit Korps", "'Korps' can mean several things"),
    ("es", "unidad G-6", "G-6  VI Cuerpo, infantería, 2-7, 1 paso, 3601 (1 al SO de Vítebsk), reducida"),
    ("en", "units", "39th Army, infantry, 5-7, 2 steps, 3501"),
    ("en", "units german", "LIII Corps"),
    ("en", "units all", "Germans: "),
    ("en", "units martian", "There is no side martian"),
    ("es", "unidades alemanes", "LIII Cuerpo"),
    ("en", "boxes", "Soviet dead pile (dead.soviet):"),
    ("en", "boxes nowhere", "Nothing there."),
    ("es", "casillas", "Bajas soviéticas (dead.soviet):"),
    ("en", "dead", "S-43  43rd Army"),
    ("es", "bajas", "S-43  43.º Ejército"),
    ("en", "track", "Turn: 3 / 9"),
    ("es", "turnos", "Pasos de reemplazo: 0"),
    ("en", "odds 3500", "With all that could attack: S-39, S-5GT"),
    ("en", "odds 3500 S-5GT", "Attack 7 = 7 5th Guards Tank Army [11.8]"),
    ("en", "odds 3500 S-5GT", "Chances:"),
    ("en", "odds", "odds [HEX [UNIT ...]]"),
    ("en", "odds 3510 S-5GT", "No: There is no enemy in 3510 to attack. [11.2]"),
    ("en", "odds 1001", "No: An attack needs a unit. [11.2]"),
    ("es", "probabilidades 3500 S-5GT", "Ataque 7 = 7 5.º Ejército de Tanques de la Guardia [11.8]"),
    ("en", "why S-39 4500", "movement points, and it has 7. [9.3]"),
    ("en", "why S-39 3502", "39th Army may: 3502 is open to it."),
    ("en", "why S-39", "why UNIT HEX"),
    ("es", "porqué S-39 4500", "[9.3]"),
    ("en", "path S-39 3502", "39th Army to 3502: cost"),
    ("en", "path S-39 3502", "W to 3502, Clear: "),
    ("en", "path S-39 4500", "[9.3]"),
    ("es", "camino S-39 3502", "39.º Ejército a 3502: coste"),
    ("en", "fire S-39", "In this game nobody fires further than the next hex."),
    ("es", "fuego S-39", "En este juego nadie dispara más allá"),
    ("en", "supply S-39", "39th Army is in supply."),
    ("en", "supply S-43", "No: 43rd Army is not on the map."),
    ("es", "suministro S-39", "39.º Ejército tiene suministro."),
    ("en", "zoc german", "Zones of control of: Germans"),
    ("en", "zoc", "Zones of control of: Soviets"),
    ("es", "zdc", "Zonas de control de: Los alemanes"),
    ("en", "hint", "Suggested: "),
    ("es", "consejo", "Sugerencia: "),
    ("en", "plan", "No computer player has finished a turn with a plan yet."),
    ("es", "plan", "Ningún jugador automático ha terminado todavía un turno con plan."),
    ("en", "victory", "Soviets 0 points, 31 needed"),
    ("es", "victoria", "hacen falta 31"),
    ("en", "rule 8.3.a", "8.3.a  EZOC cost"),
    ("en", "rule", "9.2.a"),
    ("en", "rule swamp", "rules speak of 'swamp':"),
    ("en", "rule 99.9", "There is no rule '99.9'."),
    ("es", "regla 8.3.a", "8.3.a"),
    ("en", "log", "Nothing has happened yet."),
    ("es", "diario", "Aún no ha pasado nada."),
    ("en", "log all", "log [N] - the last N things that happened"),
    ("en", "undo", "No: There is nothing to take back."),
    ("es", "deshacer", "No: No hay nada que deshacer."),
    ("en", "save", "There is nothing to save yet."),
    ("es", "guardar", "Aún no hay nada que guardar."),
    ("en", "load", "load FILE - go on with another saved game"),
    ("es", "cargar nada", "No se puede abrir: "),
    ("en", "trust", "nobody is asked to pass the keyboard"),
    ("es", "confianza", "nadie tiene que pasar el teclado"),
    ("en", "lang fr", "lang en|es - speak another language"),
    ("es", "idioma en", "Choose a unit to move, or end the phase. [9.2.a]"),
    ("en", "lang es", "Elige una unidad para moverla o termina la fase. [9.2.a]"),
]
"""What a command, typed in a language, says."""


@pytest.mark.parametrize(("lang", "name", "says"), CASES)
def test_commands(moving: stavka.Match, sit: Sit, lang: str, name: str, says: str) -> None:
    assert says in sit(moving, [name], lang=lang).after(name)


def test_the_track_lists_the_turns_that_are_printed_on_it(sit: Sit) -> None:
    match = stavka.game("ssa").situation({"scenario": "sa", "turn": 5, "step": "axis.movement"})
    assert "Mud turn: 1 (1, 2, 3, 5, 6, 7)" in sit(match, ["track"], lang="en").after("track")


def test_the_table_above_has_every_command_in_both_languages() -> None:
    for lang in ("en", "es"):
        typed = {name.split()[0] for wanted, name, _ in CASES if wanted == lang}
        missing = [command for command in COMMANDS if command != "quit"
                   and not typed & set(Speech(lang)(f"command.{command}").split())]
        assert missing == []


@pytest.mark.parametrize(("lang", "name"), [("en", "quit"), ("en", "q"), ("es", "salir")])
def test_quit_offers_to_save(moving: stavka.Match, sit: Sit, tmp_path: Path, lang: str, name: str) -> None:
    kept = tmp_path / "mine.stavka"
    session = sit(moving, ["S-39 3502", name, str(kept), "never read"], lang=lang)
    assert stavka.open(kept).digest == moving.digest
    assert str(kept) in session.text and "never read" not in session.text


def test_quit_without_a_choice_asks_nothing(moving: stavka.Match, sit: Sit) -> None:
    assert "File name" not in sit(moving, ["quit"]).text


def test_questions_about_the_unit_that_moves_need_not_name_it(moving: stavka.Match, sit: Sit) -> None:
    session = sit(moving, ["S-39", "path 3502", "why 4500", "unit", "supply", "hex", "map"])
    assert "39th Army to 3502: cost 3. 4 left." in session.after("path 3502")
    assert "[9.3]" in session.after("why 4500")
    assert "39th Army" in session.after("unit") and "39th Army" in session.after("supply")
    assert session.after("hex").startswith("3501 (1 W of Vitebsk)")
    assert "3502 .*3" in session.after("map")


def test_the_map_marks_what_can_be_chosen(attacking: stavka.Match, sit: Sit) -> None:
    drawn = sit(attacking, ["map"]).after("map")
    assert "3500 .*" in drawn and "* can be chosen now" in drawn
    assert "<53 4>" in drawn and "[39 5]" in drawn and "~~~ river" in drawn


def test_odds_while_an_attack_is_put_together(attacking: stavka.Match, sit: Sit) -> None:
    session = sit(attacking, ["3500", "odds", "S-39", "odds", "S-5GT", "odds"])
    first, _, second = session.text.partition("> S-5GT")
    assert "39th Army attack: 5 against" in first
    assert "39th Army, 5th Guards Tank Army attack: 12 against" in second
    assert "Attack 12 = 5 39th Army [11.8] + 7 5th Guards Tank Army [11.8]" in second
    assert "concentric" not in first.partition("? S-39")[2]


def test_odds_cover_or_disclaim_support(situation: Any, sit: Sit) -> None:
    """Until a game answers for its own attack, what the table cannot count in is said not to be counted."""
    match = situation("soviet.combat_after", {**ATTACK, "A-1": "air.ready"})
    text = sit(match, ["3500", "S-39", "A-1"]).text.partition("> A-1")[2]
    assert "Not counted in these odds: A-1 1st Air Army" in text or "shift +1" in text


def test_saving_and_loading(moving: stavka.Match, sit: Sit, tmp_path: Path) -> None:
    kept = tmp_path / "a game.stavka"
    session = sit(moving, ["S-39 3502", f"save {kept}", "S-5GT 3502", f"load {kept}", "log"])
    assert f"Saved in {kept}." in session.after(f"save {kept}")
    assert f"Going on with {kept}." in session.after(f"load {kept}")
    assert session.table.match.view("soviet")["units"]["S-5GT"]["place"] == "3501"
    assert session.after("log").strip() == "39th Army moves to 3502 for 3 [9.1]"


def test_saving_where_nothing_can_be_written(moving: stavka.Match, sit: Sit) -> None:
    assert "could not be saved" in sit(moving, ["S-39", "save /proc/nothing/x"]).after("save /proc/nothing/x")


def test_a_broken_save_is_named_with_line_and_cause(moving: stavka.Match, sit: Sit, tmp_path: Path) -> None:
    kept = tmp_path / "broken.stavka"
    other = moving.game.start(seed=1)
    other.choose(offered(other).choices[0])
    other.save(kept)
    lines = kept.read_text().splitlines()
    kept.write_text("\n".join([lines[0], lines[1].replace("choose", "chose"), *lines[2:]]))
    said = sit(moving, [f"load {kept}"]).after(f"load {kept}")
    assert f"{kept}, line 2: neither a choice, an undo nor the end of the journal" in said


def test_pages(dagc: Any, sit: Sit) -> None:
    session = sit(dagc.situation({"turn": 3, "step": "soviet.movement"}), ["units all", "more", ""], page=20)
    assert "more lines: 'more' or Enter" in session.after("units all")
    assert session.after("units all").count("\n") <= 21
    assert len(session.after("more").splitlines()) == 21
    assert "S-" in session.after("")


def test_odds_are_told_as_the_game_reckons_them(attacking: stavka.Match, sit: Sit) -> None:
    look = sit(attacking, []).table.look
    river = {"rule": "9.4", "text": "over a river", "times": "1/2"}
    odds = {
        "attack": 12, "defence": 4, "attackers": [{"rule": None, "text": "guns", "value": 12, "by": [river]}],
        "defenders": [{"rule": "9.1", "text": "infantry", "value": 4}], "ratio": "3-1", "shift": 0, "shifts": [],
        "modifier": -1, "modifiers": [{"rule": "8.2", "text": "mud", "value": -1}], "results": {"EX": 0.5, "DR": 0.5}}
    text = "\n".join(odds_lines(look, odds, "3500"))
    assert "Odds 3-1" in text and "12 guns (×1/2 over a river [9.4])" in text and "Die -1: -1 mud [8.2]" in text
    assert "Column" not in text and "Shift" not in text
    assert "12 against 4, odds 3-1, shift +0, die -1: EX 50 %, DR 50 %" in odds_line(look, odds)
    several = {**odds, "percent": 300, "tables": {"mobile": {"EX": 1.0}, "assault": {"DR": 1.0}}}
    text = "\n".join(odds_lines(look, several))
    assert "Odds 300 %" in text and text.index("mobile:") < text.index("assault:") and "Chances:" not in text
