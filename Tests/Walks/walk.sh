# Shared by the walks: a temporary folder, and functions for expectations.
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# has FILE TEXT: the file contains the text in one of its lines.
has() { grep -qF -- "$2" "$1" || fail "$1 has no \"$2\": $(cat "$1")"; }

# lacks TEXT FILE...: none of the files contains the text.
lacks() { ! grep -lF -- "$1" "${@:2}" || fail "\"$1\" is in the files above"; }

# ends_with STATUS COMMAND...: the command exits with this status.
ends_with() {
    local wanted=$1 status=0
    shift
    "$@" || status=$?
    [ "$status" -eq "$wanted" ] || fail "\"$*\" exited with status $status instead of $wanted"
}

# serve_notes NAME MISTAKE...: starts the service of notes; its address is in url, its process in server.
serve_notes() {
    mkfifo "$1"
    python3 "$here/notes.py" 0 "${@:2}" > "$1" &
    server=$!
    read -r url < "$1"
}
