#!/bin/bash
# A capacity engineer searches for the capacity of a service, watches the search, and renders a page.
set -eu -o pipefail
. "$(dirname "$0")/walk.sh"

cat > push.yaml << END
profile: "1"
info: { title: Push }
contract: $here/../../contracts/ncmb/push.yaml
seed: 7
sends: [ { call: createPush } ]
load: { stages: [ { rate: 50/s, for: 1s } ], connections: 16 }
thresholds: [ { latency: p90, lt: 200ms } ]
END

# The reference target carries 200/s: two requests at once, 10 ms each.
assay capacity push.yaml --service-time 10ms --servers 2 --budget 8s --dashboard 0 \
    --report html=capacity.html --report junit=capacity.xml --report markdown=capacity.md \
    --output capacity.json --history runs.db > capacity.txt 2> capacity.errors &
search=$!
until grep -q "http://127.0.0.1:" capacity.errors; do kill -0 "$search" || fail "$(cat capacity.errors)"; sleep 0.1; done
page=$(grep -o "http://127.0.0.1:[0-9]*[^ ]*" capacity.errors | head -n 1)
curl -fsS "$page" > dashboard.html
has dashboard.html "<html"
has dashboard.html "Push"

status=0
wait "$search" || status=$?
# The result depends on the load of this machine; only the reports matter here.
[ "$status" -eq 0 ] || [ "$status" -eq 8 ] || [ "$status" -eq 6 ] || fail "exited with status $status: $(cat capacity.errors)"
has capacity.html "<svg"
has capacity.xml "testcase"
has capacity.md "Push"
assay report capacity.json --output again.html
has again.html "<svg"
assay history list --history runs.db > list.txt
has list.txt "capacity"

# An unwritable report is an error before the run starts.
ends_with 2 assay capacity push.yaml --report html=/missing/capacity.html 2> missing.errors
has missing.errors "cannot write /missing/capacity.html"
echo done
