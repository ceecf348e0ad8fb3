#!/bin/bash
# A backend developer checks a server against a contract, as in a CI job.
set -eu -o pipefail
. "$(dirname "$0")/walk.sh"

# The first minute: a contract for a running server, and the next command.
serve_notes good
assay init "$url/notes/1" > init.txt
has init.txt "assay verify contract.yaml --target $url"
assay lint contract.yaml load.yaml

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
    responses:
      "201": { schema: { type: object, required: [id, text], properties: { text: { type: string } } } }
    promises:
      text-missing: { error: TEXT_REQUIRED }
      text-long: { error: TEXT_TOO_LONG }
      stranger: { error: UNAUTHORIZED }
  getNote:
    request: { method: GET, path: "/notes/{id}", params: { id: none }, security: bearer }
    responses: { "200": { schema: { type: object, properties: { id: { type: string } } } } }
    promises: { unknown: { error: NOT_FOUND } }
errors:
  TEXT_REQUIRED: { status: 422 }
  TEXT_TOO_LONG: { status: 422 }
  UNAUTHORIZED: { status: 401 }
  NOT_FOUND: { status: 404 }
cases:
  write: { steps: [ { call: createNote } ] }
  read:
    steps:
      - { call: createNote, expect: { status: { lt: 300 } }, captures: { id: { jsonpath: "$.id" } } }
      - { call: getNote, params: { id: "{{id}}" } }
  text-missing: { covers: createNote/text-missing, steps: [ { call: createNote, unset: [/json/text] } ] }
  text-long:
    covers: createNote/text-long
    steps: [ { call: createNote, set: { /json/text: { join: { repeat: 101, of: x }, with: "" } } } ]
  stranger: { covers: createNote/stranger, steps: [ { call: createNote, let: { token: "{{hex 32}}" } } ] }
  unknown: { covers: getNote/unknown, steps: [ { call: getNote } ] }
END
assay lint notes.yaml
export NOTES_TOKEN=secret-token

# The server conforms: the job passes.
assay verify notes.yaml --target "$url" --require-coverage 100 > good.txt
has good.txt "6 cases: 6 passed"

# Five mistakes: each is a separate failure in the job log, in the report of the build server, on the page,
# and in the comment.
serve_notes bad status code type limit authorization
ends_with 4 assay verify notes.yaml --target "$url" --format github \
    --report junit=verify.xml --report html=verify.html --report markdown=verify.md > log.txt
has log.txt "::error file=notes.yaml,line="
for name in write read text-long stranger unknown; do
    has verify.xml "name=\"$name\""
    has verify.md "$name"
    has verify.html "$name"
done
has verify.xml 'tests="6" failures="5"'
has verify.md "5 of 6 cases failed"
lacks secret-token log.txt verify.xml verify.html verify.md

# A single case shows its request and the wrong code.
ends_with 4 assay verify notes.yaml --target "$url" --case unknown > one.txt
has one.txt "curl"
has one.txt "UNKNOWN"

# A server that does not run is not a failed promise.
kill "$server"
wait "$server" 2> /dev/null || true
ends_with 3 assay verify notes.yaml --target "$url" > dead.txt 2> dead.errors
echo done
