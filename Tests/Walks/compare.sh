#!/bin/bash
# A release manager compares two versions, stores the results, and renders pages of them.
set -eu -o pipefail
. "$(dirname "$0")/walk.sh"

# version NAME TIME: starts a version of the service that takes TIME for each request.
version() {
    mkfifo "$1"
    assay serve ncmb --service-time "$2" --servers 4 --app-key app --client-key client > "$1" &
    read -r line < "$1"
    cat "$1" > /dev/null &
    url=${line##* }
}

version old 2ms
old=$url
version new 6ms
new=$url
cat > push.yaml << END
profile: "1"
info: { title: Push }
contract: $here/../../contracts/ncmb/push.yaml
seed: 7
sends: [ { call: createPush } ]
load: { stages: [ { rate: 60/s, for: 1s } ], connections: 16 }
END
keys=(--var appKey=app --var clientKey=client)

# Alternating runs: the new version is three times as slow, which is reported with both addresses.
status=0
assay compare --interleave "$old" "$new" push.yaml --runs 4 "${keys[@]}" --metric p50 \
    --keep runs --history runs.db --branch main --revision abc \
    --report html=compare.html --report junit=compare.xml > compare.txt 2> compare.errors || status=$?
# Four runs on each side are enough for one figure; a busy machine is not a regression.
[ "$status" -eq 7 ] || [ "$status" -eq 8 ] || fail "compare exited with status $status: $(cat compare.errors)"
has compare.txt "$old"
has compare.txt "$new"
has compare.html "<svg"
has compare.xml "testcase"

# The comparison and the runs are stored.
assay history add runs/B-*.json --history runs.db --branch main --revision abc > added.txt
assay history list --history runs.db > list.txt
has list.txt "compare"
assay history show 1 --history runs.db > show.txt
has show.txt "$new"
assay history trend --history runs.db --metric p50 > trend.txt
has trend.txt "Push, branch main: 1 commit"

# Pages for both: the comparison, and the history.
assay report runs.db --output history.html
has history.html "<svg"
has history.html "Push"
assay report runs/A-*.json runs/B-*.json --output runs.html
has runs.html "<svg"

# --branch requires --history.
ends_with 1 assay load push.yaml --target "$new" "${keys[@]}" --branch main 2> branch.errors
has branch.errors "--history FILE"
echo done
