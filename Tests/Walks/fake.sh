#!/bin/bash
# A mobile developer has no server yet: a stub, and a signed request to copy and paste.
set -eu -o pipefail
. "$(dirname "$0")/walk.sh"

# fake NAME ARGUMENT...: starts a service and waits for its complete output.
fake() {
    assay serve "${@:2}" > "$1.txt" 2> "$1.errors" &
    server=$!
    until grep -q "http" "$1.txt" && [ "$(tail -c 1 "$1.txt" | wc -l)" -eq 1 ] && grep -q "^  .*http" "$1.txt"; do
        kill -0 "$server" || fail "assay serve exited: $(cat "$1.errors")"
        sleep 0.1
    done
}

# A documented service: its keys, and a signed request that it accepts.
fake ncmb ncmb --verbose
has ncmb.txt "serving ncmb at http://127.0.0.1:"
has ncmb.txt "client key"
sed -n '/^try:/,$p' ncmb.txt | tail -n +2 > call.sh
bash call.sh > answer.txt
has answer.txt "HTTP/1.1 201"
has answer.txt '"objectId"'

# The same request with another signature is rejected, as by the service.
sed "s/X-NCMB-Signature: [^']*/X-NCMB-Signature: AAAA/" call.sh > forged.sh
bash forged.sh > forged.txt
has forged.txt "HTTP/1.1 40"
has forged.txt '"code":"E40'

# Requests are reported with their operations.
until [ "$(grep -c "^POST /2013-09-01/push: POST /push, " ncmb.txt)" -ge 2 ]; do sleep 0.1; done

# A stub of one's own service from its contract, without its secret.
cat > notes.yaml << 'END'
contract: "1"
info: { title: Notes, version: "1.0" }
targets: { api: { documented: "https://api.notes.example.com" } }
variables: { token: { env: NOTES_TOKEN, secret: true } }
securitySchemes: { bearer: { type: http, scheme: bearer, token: "{{token}}" } }
failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.error" } }
operations:
  createNote:
    request: { method: POST, path: /notes, security: bearer, json: { text: hello } }
    responses: { "201": { contains: { id: n1 } } }
    promises: { text-missing: { error: TEXT_REQUIRED } }
errors: { TEXT_REQUIRED: { status: 422, message: "Say something." } }
cases:
  write: { steps: [ { call: createNote } ] }
  text-missing: { covers: createNote/text-missing, steps: [ { call: createNote, unset: [/json/text] } ] }
END
fake stub notes.yaml
sed -n '/^try:/,$p' stub.txt | tail -n +2 > stub.sh
bash stub.sh > stub-answer.txt
has stub-answer.txt "HTTP/1.1 201"
has stub-answer.txt '{"id":"n1"}'
echo done
