#!/bin/bash
# A mobile developer has no server yet: a fake one, and a signed call that works when pasted.
set -eu -o pipefail
. "$(dirname "$0")/walk.sh"

# fake NAME ARGUMENT...: starts a service and waits until it has said all that is to be said.
fake() {
    assay serve "${@:2}" > "$1.txt" 2> "$1.errors" &
    server=$!
    until grep -q "http" "$1.txt" && [ "$(tail -c 1 "$1.txt" | wc -l)" -eq 1 ] && grep -q "^  .*http" "$1.txt"; do
        kill -0 "$server" || fail "assay serve ended: $(cat "$1.errors")"
        sleep 0.1
    done
}

# A documented service: its keys, and a call that is signed and accepted.
fake ncmb ncmb --verbose
has ncmb.txt "serving ncmb at http://127.0.0.1:"
has ncmb.txt "client key"
sed -n '/^try:/,$p' ncmb.txt | tail -n +2 > call.sh
bash call.sh > answer.txt
has answer.txt "HTTP/1.1 201"
has answer.txt '"objectId"'

# The same call with another body is refused, as the service would: the signature is looked at.
sed "s/X-NCMB-Signature: [^']*/X-NCMB-Signature: AAAA/" call.sh > forged.sh
bash forged.sh > forged.txt
has forged.txt "HTTP/1.1 40"
has forged.txt '"code":"E40'

# What was asked is told, with the operation it was taken for.
until [ "$(grep -c "^POST /2013-09-01/push: POST /push, " ncmb.txt)" -ge 2 ]; do sleep 0.1; done

# A service of one's own, faked from its contract, without a secret at hand.
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
