#!/bin/sh
# Parcels: one curl command for each call, made by `assay export curl` with --seed 1.
# It sends to api at https://parcels.example.com, track at https://track.example.com.
# For another server make it again with --target URL.
# Signed at 2026-01-02T03:04:05Z: make it again when a server finds that too old.
set -u
: "${PARCEL_TOKEN:?set it to the value of token}"
: "${WORD:?set it to the value of word}"

# send: Sends a parcel
curl -sS -i -g --path-as-is \
  -H 'X-Client: assay' \
  -H 'Content-Type: application/json' \
  -H 'X-App: app-1' \
  -H 'X-Signature: U6lLBFdmA6Cp5HTZFnCGDF7Y0jvTXZVG7vf2HFBtLuc=' \
  -H 'User-Agent:' -H 'Accept:' -H 'Expect:' \
  --data-binary '{"to":"Ann","mark":"ce3ccbe5"}' \
  'https://parcels.example.com/v2/parcels'
echo

# get
curl -sS -i -g --path-as-is \
  -H 'X-Client: assay' \
  -H 'Authorization: Bearer '"${PARCEL_TOKEN}"'' \
  -H 'User-Agent:' -H 'Accept:' \
  'https://parcels.example.com/v2/parcels/7?fields=id'
echo

# remove
curl -sS -i -g --path-as-is -X DELETE \
  -H 'X-Client: assay' \
  -H 'Authorization: Basic '"$(printf '%s' 'ann:'"${WORD}"'' | base64 | tr -d '\n')"'' \
  -H 'User-Agent:' -H 'Accept:' \
  'https://parcels.example.com/v2/parcels/7'
echo

# track
curl -sS -i -g --path-as-is \
  -H 'User-Agent:' -H 'Accept:' \
  'https://track.example.com/where?q=%7B%22id%22%3A7%7D&tag=a&tag=b'
echo

# label
curl -sS -i -g --path-as-is -X PUT \
  -H 'X-Client: assay' \
  -H 'Content-Type: application/x-www-form-urlencoded' \
  -H 'User-Agent:' -H 'Accept:' -H 'Expect:' \
  --data-binary 'text=it%27s&size=2' \
  'https://parcels.example.com/v2/parcels/7/label'
echo
