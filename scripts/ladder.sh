#!/bin/sh
# All gates of Destruction of Army Group Center and the balance between equals, on as many cores as there are.
# The summary is printed as JSON; results go to ladder.jsonl, and a second call goes on where the first stopped.
#
#   scripts/ladder.sh [JOBS] [SEEDS] [further options of `stavka lab gates`]
set -eu
jobs=${1:-$(nproc)}
seeds=${2:-100}
[ $# -gt 2 ] && shift 2 || shift $#
exec python -m stavka.lab gates dagc --jobs "$jobs" --games "$seeds" --balance "$seeds" --others 40 \
    --out ladder.jsonl --resume "$@"
