"""Completion scripts for bash, zsh and fish, which replace click's.

Click's own scripts have three faults.  They put a blank after `target=`, where a value must follow.  In bash, a word is
split at `=` and `:`.  In fish, the text after a comma is lost.  `completing.py` decides what a word is completed to.
"""

from __future__ import annotations

import os

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ZshComplete,
    add_completion_class,
    split_arg_string,
)

_BASH = """\
%(complete_func)s() {
    local line="${COMP_LINE:0:COMP_POINT}" before="" type value mark rest
    local word="${line##*[[:space:]]}"
    for mark in = :; do  # bash completes only what stands behind the last of these
        rest="${word##*"$mark"}"
        if [[ $COMP_WORDBREAKS == *"$mark"* && $word == *"$mark"* && ${#before} -lt $((${#word} - ${#rest})) ]]; then
            before="${word:0:${#word}-${#rest}}"
        fi
    done
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain)
                COMPREPLY+=("${value#"$before"}")
                if [[ $value == *[=,] ]]; then compopt -o nospace; fi ;;
        esac
    done < <(env COMP_WORDS="$line" %(complete_var)s=bash_complete %(prog_name)s)
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""

_ZSH = """\
#compdef %(prog_name)s
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
%(complete_func)s() {
    local type value
    local -a words_found open_found described
    while IFS=, read -r type value; do
        case $type in
            dir) _path_files -/ ;;
            file) _path_files -f ;;
            plain)
                if [[ $value == *$'\\t'* ]]; then described+=("${value/$'\\t'/:}")
                elif [[ $value == *[=,] ]]; then open_found+=("$value")
                else words_found+=("$value"); fi ;;
        esac
    done < <(env COMP_WORDS="${(j: :)words[1,CURRENT-1]} ${PREFIX}" %(complete_var)s=zsh_complete %(prog_name)s)
    (( $#described )) && _describe -V unsorted described
    (( $#words_found )) && compadd -V unsorted -a words_found
    (( $#open_found )) && compadd -V unsorted -S '' -a open_found
}
compdef %(complete_func)s %(prog_name)s
"""

_FISH = """\
function %(complete_func)s
    for found in (env COMP_WORDS=(commandline -cp) %(complete_var)s=fish_complete %(prog_name)s)
        set -l parts (string split --max 1 "," -- $found)
        switch $parts[1]
            case dir
                __fish_complete_directories $parts[2]
            case file
                __fish_complete_path $parts[2]
            case plain
                echo $parts[2]
        end
    end
end
complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""


_END = "\ue000"
"""A mark after the line, so that the word to complete is always the last one, even if it is empty or in open quotes."""


def _read() -> tuple[list[str], str]:
    """The words before the one to complete, and that word.  Both come from the line up to the cursor."""
    words = split_arg_string(os.environ.get("COMP_WORDS", "") + _END)
    return words[1:-1], words[-1].removesuffix(_END)


class _Bash(BashComplete):
    source_template = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        return _read()


class _Zsh(ZshComplete):
    source_template = _ZSH

    def get_completion_args(self) -> tuple[list[str], str]:
        return _read()

    def format_completion(self, item: CompletionItem[str]) -> str:
        return f"{item.type},{item.value}" + (f"\t{item.help}" if item.help else "")


class _Fish(FishComplete):
    source_template = _FISH

    def get_completion_args(self) -> tuple[list[str], str]:
        return _read()


def use_our_shells() -> None:
    """Use these scripts instead of click's."""
    for shell in (_Bash, _Zsh, _Fish):
        add_completion_class(shell)
