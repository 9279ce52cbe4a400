"""The shells that can complete command lines: the script of each, and the form in which it is answered.

The scripts are ours, because of ``=``. bash splits words at ``=`` and ``:``, which stand in options (``--option
NAME=VALUE``) and in ids (``table:G-9``), and replaces only the part behind the last of them. zsh and fish replace the
whole word; so they keep the name of the option in ``--policy=auto``, which is no part of an answer.
"""

from __future__ import annotations

import os
from typing import ClassVar

import click
from click.shell_completion import (
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
    shell_complete,
    split_arg_string,
)

from bombsight.boundary.texts import replace_controls
from bombsight.cli.completion import COMPLETE_VARIABLE, PROGRAM

BASH_SCRIPT = """\
# Completion of %(prog_name)s in bash.

%(complete_func)s() {
    local kind value file word="${COMP_WORDS[COMP_CWORD]}"
    case $word in [=:]) word="" ;; esac
    COMPREPLY=()
    while IFS=$'\\t' read -r kind value; do
        case $kind in
            plain) COMPREPLY+=("$(printf '%%q' "$value")") ;;
            path) compopt -o filenames 2>/dev/null; COMPREPLY+=("$value") ;;
            file|dir)
                compopt -o filenames 2>/dev/null
                while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen "-${kind:0:1}" -- "$word")
                ;;
        esac
    done < <(env COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORDBREAKS="$COMP_WORDBREAKS" \\
        %(complete_var)s=bash_complete "$1" 2>/dev/null)
}

complete -o nosort -F %(complete_func)s %(prog_name)s 2>/dev/null || complete -F %(complete_func)s %(prog_name)s
"""

ZSH_SCRIPT = """\
#compdef %(prog_name)s

%(complete_func)s() {
    local -a answer with_help without_help
    local kind value help paths
    (( $+commands[%(prog_name)s] )) || return 1
    answer=("${(@f)$(env COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT-1)) %(complete_var)s=zsh_complete \\
        %(prog_name)s 2>/dev/null)}")
    [[ $PREFIX == --*=* ]] && compset -P 1 '*='
    for kind value help in "${answer[@]}"; do
        case $kind in
            plain)
                # a save found by its name: what all answers begin with would replace the word, so take them in turn
                [[ ${value//\\\\:/:} == "${(Q)PREFIX}"* ]] || compstate[insert]=menu
                if [[ $help == _ ]]; then without_help+=("$value"); else with_help+=("$value:$help"); fi
                ;;
            dir) paths=-/ ;;
            file) paths=-f ;;
        esac
    done
    (( $#with_help )) && _describe -V unsorted with_help -U -i "$IPREFIX"
    (( $#without_help )) && compadd -U -i "$IPREFIX" -V unsorted -a without_help
    [[ -n $paths ]] && _path_files $paths
}

compdef %(complete_func)s %(prog_name)s
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then %(complete_func)s "$@"; fi
"""

FISH_SCRIPT = """\
# Completion of %(prog_name)s in fish.

function %(complete_func)s
    set -l word (commandline -ct)
    set -l kept ""
    if string match -q -- "--*=*" $word
        set kept (string replace -r "=.*" "=" -- $word)
        set word (string replace -r "^[^=]*=" "" -- $word)
    end
    for line in (env COMP_WORDS=(commandline -cp) COMP_CWORD=(commandline -ct) %(complete_var)s=fish_complete \\
        %(prog_name)s 2>/dev/null)
        set -l answer (string split -m 1 "," -- $line)
        switch $answer[1]
            case plain
                echo $kept$answer[2]
            case dir
                string replace -r "^" -- $kept (__fish_complete_directories $word)
            case file
                string replace -r "^" -- $kept (__fish_complete_path $word)
        end
    end
end

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""


class BashCompletion(ShellComplete):
    """Completion in bash."""

    name: ClassVar[str] = "bash"
    source_template: ClassVar[str] = BASH_SCRIPT

    def get_completion_args(self) -> tuple[list[str], str]:
        """Split the line up to the cursor into whole words and the one at the cursor."""
        line = os.environ.get("COMP_LINE", "")
        words = split_arg_string(line)
        incomplete = words.pop() if words and not line[-1:].isspace() else ""
        return words[1:], incomplete

    def format_completion(self, item: CompletionItem) -> str:
        """Render an item as a line: its type, and the part of its value that bash replaces."""
        value = str(item.value).removeprefix(self.kept_beginning())
        return f"{'path' if item.is_path else item.type}\t{replace_controls(value, '')}"

    def kept_beginning(self) -> str:
        """The part of the word at the cursor that bash keeps: up to the last character at which it splits words."""
        _, word = self.get_completion_args()
        if word.startswith("--") and "=" in word:
            word = word.partition("=")[2]
        breaks = [sign for sign in "=:" if sign in os.environ.get("COMP_WORDBREAKS", "=:")]
        return word[: max((word.rfind(sign) + 1 for sign in breaks), default=0)]


def one_line(text: str) -> str:
    """Join the lines of a text, without control characters."""
    return replace_controls(" ".join(text.split()), "")


class ZshCompletion(ZshComplete):
    """Completion in zsh."""

    source_template: ClassVar[str] = ZSH_SCRIPT

    def format_completion(self, item: CompletionItem) -> str:
        """Render an item as three lines: its type, its value, and its help or `_`; help follows a colon in zsh."""
        value = replace_controls(str(item.value), "")
        if not item.help:
            return f"{item.type}\n{value}\n_"
        escaped = value.replace(":", "\\:")
        return f"{item.type}\n{escaped}\n{one_line(item.help)}"


class FishCompletion(FishComplete):
    """Completion in fish."""

    source_template: ClassVar[str] = FISH_SCRIPT

    def format_completion(self, item: CompletionItem) -> str:
        """Render an item as a line: its type, its value, and its help behind a tab."""
        line = f"{item.type},{replace_controls(str(item.value), '')}"
        return f"{line}\t{one_line(item.help)}" if item.help else line


for _shell in (BashCompletion, ZshCompletion, FishCompletion):
    add_completion_class(_shell)


def answer_shell(program: click.Command, instruction: str) -> int:
    """Print what completes the line of a shell, and return the exit status; on any failure print nothing.

    Args:
        program: The group of all commands.
        instruction: The name of the shell and what it wants: ``bash_complete``.
    """
    try:
        return shell_complete(program, {}, PROGRAM, COMPLETE_VARIABLE, instruction)
    except Exception:  # whatever it is, a person is typing and has no use for it
        return 1


def render_script(shell: str, program: click.Command) -> str:
    """Render the script that a shell reads to complete this program's command lines."""
    completion = get_completion_class(shell)
    assert completion is not None
    return completion(program, {}, PROGRAM, COMPLETE_VARIABLE).source()
