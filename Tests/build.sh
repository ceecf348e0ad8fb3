#!/bin/bash
# Builds the tests with these options of `swift build`. A warning fails here and not in the manifest, because a
# newer compiler must not break a user's build. The compiler reports warnings only for files that it compiles, so
# files with warnings are compiled again the next time.
set -uo pipefail
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift build --build-tests "$@" > "$log" 2>&1 || {
    cat "$log" >&2
    exit 1
}
warnings=$(grep -E "^$PWD/[^:]+:[0-9]+:[0-9]+: warning: " "$log" | sort -u)
[ -z "$warnings" ] || {
    echo "$warnings" >&2
    cut -d: -f1 <<< "$warnings" | sort -u | xargs -d '\n' touch
    exit 1
}
