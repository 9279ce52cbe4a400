#!/bin/sh
# Plays the group's games anew by the autopilot, and makes their records: whenever the rules of the game have changed.
# Run it anywhere; BOMBSIGHT says how the program is called, if it is not on the path.
set -e
cd "$(dirname "$0")"
rm -f -- *.json
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n '/^players = \[/,/^\]/s/"\([^"]*\)",\{0,1\}/\n\1\n/gp' group.toml | grep '^[A-Z]' | while read -r player; do
  ${BOMBSIGHT:-bombsight} play b17 --group group.toml --player "$player" --auto --quiet --save "$folder/$player.save"
  ${BOMBSIGHT:-bombsight} result "$folder/$player.save" --player "$player" -o "$player.json"
done >"$folder/told"
