#!/bin/sh
# How letters are sent.
BASE=https://letters.example.com/v1
API_TOKEN=tok-very-secret-1

curl -s "$BASE/letters?state=sent&limit=10" \
  -H "Authorization: Bearer $API_TOKEN" | jq .

# With a text that holds quotes, as a browser copies it.
curl 'https://letters.example.com/v1/letters' \
  --request POST \
  -H 'Authorization: Bearer tok-very-secret-2' -H 'Content-Type: application/json' \
  -H 'X-Empty;' -H 'Accept:' \
  --data-raw $'{"to":"Ann","text":"it\'s late","password":"hunter2"}' --compressed -k --bogus

curl -sSX DELETE https://letters.example.com/v1/letters/00000000-0000-4000-8000-000000000000?token=tok-very-secret-3 -o /dev/null
curl -u ann:secret-word -F 'scan=@letter.pdf;type=application/pdf' -F note=hello http://upload.example.com/scans
curl -G --data-urlencode 'q=a b&c' -d page=2 "https://letters.example.com/v1/search" -A "Letters/1.0" -b 'session=secret-cookie'
curl -d to=Ann -d 'text=see+%231' "https://letters.example.com/v1/letters/{{letterId}}/answers"
curl --json '{"count": {{count}}}' letters.example.com/v1/limits -L
curl -I -T letter.txt https://letters.example.com/v1/raw
