#!/bin/sh
# All gates of a game and the balance between equals, on as many cores as there are.
# The summary is printed as JSON; results go to GAME-ladder.jsonl, and a second call goes on where the first stopped.
# --seconds N begins no more games after N seconds; the summary then says how many are missing.
#
#   scripts/ladder.sh [GAME] [JOBS] [SEEDS] [further options of `stavka lab gates`]
set -eu
game=${1:-dagc}
jobs=${2:-$(nproc)}
seeds=${3:-100}
[ $# -gt 3 ] && shift 3 || shift $#
exec "${PYTHON:-python3}" -m stavka.lab gates "$game" --jobs "$jobs" --games "$seeds" --out "$game-ladder.jsonl" \
    --resume "$@"
