#!/bin/sh
# All gates of a game and the balance between equals, on as many cores as there are.
# The summary is printed as JSON; results go to GAME-ladder.jsonl, and a second call goes on where the first stopped.
#
#   scripts/ladder.sh [GAME] [JOBS] [SEEDS] [further options of `stavka lab gates`]
set -eu
game=${1:-dagc}
jobs=${2:-$(nproc)}
seeds=${3:-50}
[ $# -gt 3 ] && shift 3 || shift $#
exec python -m stavka.lab gates "$game" --jobs "$jobs" --games "$seeds" --balance "$seeds" --others 40 \
    --out "$game-ladder.jsonl" --resume "$@"
