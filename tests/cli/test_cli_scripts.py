"""Whose game a script is for: the one that it names, else the one in whose folder it lies."""

LINES = "roll Weather 9\n"


def outcome(result):
    return result.exit_code, result.stdout.splitlines()[-1] if result.stdout else result.stderr


def test_a_script_may_name_its_game_or_lie_in_its_folder(shell):
    night = (shell.folder / "games/lighthouse/first-night.script").read_text()
    unnamed = night.replace("game lighthouse\n", "")
    assert unnamed != night
    result = shell.call("test", shell.write("away.script", night))
    assert result.exit_code == 0, result.output
    assert "lighthouse: 1 script" in result.stdout
    shell.write("games/lighthouse/unnamed.script", unnamed)
    result = shell.call("test", "lighthouse")
    assert result.exit_code == 0, result.output
    assert "2 scripts" in result.stdout


def test_a_script_of_no_game_is_refused(shell):
    result = shell.call("test", shell.write("away.script", LINES))
    assert result.exit_code == 2
    assert "which game" in result.stderr


def test_a_script_in_one_game_s_folder_may_name_another(shell):
    shell.write("games/pond/a.rules", 'game pond "A pond"\n  sources optional\n\nprocedure mission\n  nothing\n')
    night = (shell.folder / "games/lighthouse/first-night.script").read_text()
    result = shell.call("test", shell.write("games/pond/night.script", night))
    assert result.exit_code == 0, result.output
    assert "lighthouse: 1 script" in result.stdout
