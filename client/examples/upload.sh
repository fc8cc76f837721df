#!/bin/sh
# sh client/examples/upload.sh pack.zip http://127.0.0.1:8080
#
# Uploads a modpack, follows it to its end and prints where its server pack is to be downloaded. Needs curl and jq.
set -eu
archive=${1:-pack.zip}
service=${2:-http://127.0.0.1:8080}
documents=$(dirname "$0")/../documents
if [ -n "${TOKEN:-}" ]; then set -- -H "authorization: Bearer $TOKEN"; else set --; fi

# body NAME VARIABLES: the JSON of a request with a document of that name.
body() { jq -cn --rawfile query "$documents/$1.graphql" --argjson variables "$2" '{ $query, $variables }'; }

run='{ "gameVersion": "1.20.1", "modloader": "FABRIC", "modloaderVersion": "0.15.6" }'
result=$(curl -sS "$@" "$service/graphql" -H 'graphql-require-preflight: 1' \
  -F "operations=$(body UploadModPack "{ \"input\": { \"archive\": { \"file\": null }, \"runConfiguration\": $run } }")" \
  -F 'map={"0":["variables.input.archive.file"]}' -F "0=@$archive")
id=$(printf '%s' "$result" | jq -r '.data.uploadModPack.run.id // empty')
[ -n "$id" ] || { printf '%s\n' "$result" >&2; exit 1; }

# The stream has no end, so it is ended from here.
stream=$(mktemp -d)
mkfifo "$stream/events"
trap 'kill "$following" 2>/dev/null; rm -r "$stream"' EXIT
# From the id before all events on, so that nothing is missed that came before this was asked.
curl -sSN "$@" "$service/graphql" -H 'content-type: application/json' -H 'accept: text/event-stream' \
  -d "$(body Events "{ \"after\": \"UGFja0V2ZW50OjA=\", \"filter\": { \"run\": { \"id\": \"$id\" } } }")" \
  >"$stream/events" &
following=$!
while read -r line; do
  case $line in 'data: {'*) event=${line#data: } ;; *) continue ;; esac
  printf '%s' "$event" | jq -r '.data.events | .kind, .errors[].message'
  case $event in
    *'"kind":"READY"'*)
      printf '%s' "$event" | jq -r .data.events.serverPack.downloadUrl
      exit ;;
    *'"isFinal":true'*) exit 1 ;;
  esac
done <"$stream/events"
