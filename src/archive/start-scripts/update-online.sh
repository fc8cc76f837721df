# Brings this server to the newest server pack of its line, by the link UPDATE_URL. All that changes is fetched and verified in
# .update/next, which becomes .update/ready in one step. From then on each start goes on to exchange the files; what they
# were is kept in .update/trial until the server has started, or is put back by way of .update/back.

# Fetches what is newer into .update/ready; nothing where there is nothing newer. Runs in a shell of its own, which ends with a message where that
# fails, and leaves the server as it is.
prepare_update() {
  if [ -d .update/trial ]; then
    [ "$1" != asked ] || stop 'This server has not been up since its last update.' 'Start the server first, then update it again.'
    say 'This server has not been up since its last update, so no newer one is looked for.'
    return 0
  fi
  server=$PWD
  next=$PWD/.update/next
  pack=$next/pack
  plan=$next
  rm -rf "$next"
  mkdir -p "$pack" || stop "Nothing can be written here: $server"
  fetch_manifest
  sed -n 's/^file //p' "$next/signed" | awk '
    { name = $0; for (n = 0; n < 6; n++) sub(/^[^ ]* /, "", name) }
    name !~ /(^|\/)\.?\.?(\/|$)/ && name !~ /^\.update\//
  ' >"$next/files"
  newest=$(sed -n 's/^[0-9a-f]* \([0-9a-f]*\) [0-9]* [0-9]* [0-9]* [0-9]* server-pack\.json$/\1/p' "$next/files")
  [ -n "$newest" ] || stop 'The service tells no server-pack.json of the newest server pack.'
  if [ "$(crc_of server-pack.json)" = "$newest" ]; then
    say 'This server has the newest server pack.'
    rm -rf "$next"
    return 0
  fi
  if [ "$1" != asked ] && [ "$(cat .update/refused 2>/dev/null)" = "$newest" ]; then
    say 'The newest server pack did not start here, so it is left alone. ./start.sh --update tries it again.'
    rm -rf "$next"
    return 0
  fi
  lay_out
  fetch_wanted
  add_changes
  plan_update
  show_plan
  [ "$1" != asked ] || confirm_update
  stage_update
  printf '%s\n' "$newest" >"$next/newest"
  sync
  mv "$next" .update/ready || stop 'This folder cannot be renamed: .update/next'
}

# Leaves the manifest that the service has signed for this very question in $next/signed.
fetch_manifest() {
  case $UPDATE_URL in
    https://* | http://*) ;;
    '') stop 'variables.txt has no UPDATE_URL: this server pack was made without an update link.' ;;
    *) stop "UPDATE_URL must begin with https:// or http://, found: $UPDATE_URL" ;;
  esac
  nonce=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  mine=$(sed -n 's/^    "sha256": "\([0-9a-f]\{64\}\)".*/\1/p' server-pack.json | head -n 1)
  build=$(sed -n 's/^    "id": \([1-9][0-9]*\),$/\1/p' server-pack.json | head -n 1)
  mine=$mine${mine:+${build:+.$build}}
  fetch "$UPDATE_URL&nonce=$nonce${mine:+&from=$mine}" "$next/manifest" || stop 'The service does not tell of updates.' \
    'Check the network. An update link that was withdrawn works no more: then take a new server pack.'
  sed '$d' "$next/manifest" >"$next/signed"
  verify_manifest
  [ "$(told format)" = 1 ] || stop 'The service tells of updates in a way that this start script does not know.' \
    'Update once by hand: unpack the new server pack and run its start.sh --update with the folder of this server.'
  [ "$(told nonce)" = "$nonce" ] || stop 'The manifest is not the answer to this question: it may be an old one.'
  [ "$(told from)" = "$mine" ] || stop 'The manifest is not for the server pack that is here.'
}

# Shows what changed since the version that is here, and adds it to the new HOW-TO-RUN.md.
add_changes() {
  sed -n 's/^change //p' "$next/signed" | tr -d '\000-\010\013-\037\177' >"$next/changes"
  [ -s "$next/changes" ] && [ -f "$pack/HOW-TO-RUN.md" ] || return 0
  cat "$next/changes"
  say ''
  # Written anew: it may be linked to the one that is here.
  { cat "$pack/HOW-TO-RUN.md" && say '' && cat "$next/changes"; } >"$next/how-to" ||
    stop "This file cannot be written: $next/how-to"
  mv -f -- "$next/how-to" "$pack/HOW-TO-RUN.md" || stop "This file cannot be written: $pack/HOW-TO-RUN.md"
}

# What the manifest says of $1.
told() {
  sed -n "s/^$1 //p" "$next/signed" | head -n 1
}

verify_manifest() {
  if [ -f update-key.pem ] && openssl pkeyutl -help 2>&1 | grep -q rawin; then
    sed -n '$s/^signature //p' "$next/manifest" | openssl base64 -d -A >"$next/signature"
    openssl pkeyutl -verify -pubin -inkey update-key.pem -rawin -in "$next/signed" -sigfile "$next/signature" \
      >/dev/null 2>&1 || stop 'The manifest is not signed by the service that has made this server pack.'
    return 0
  fi
  case $UPDATE_URL in
    https://*) say 'Note: without openssl 3 the signature of the service is not checked, only its certificate.' ;;
    *) stop 'Updates over http need openssl 3, which checks the signature of the service.' ;;
  esac
}

# Lays out the newest server pack in $pack: files that are here already are linked; those that stay as they are here are empty. The others are
# left in $next/wanted: SHA-256 of the bytes in the archive, checksum, method, place, bytes in the archive, bytes, name.
lay_out() {
  list_files "$server" >"$next/old"
  awk 'NR == FNR { old[substr($0, 10)] = $1; next }
    { name = $0; for (n = 0; n < 6; n++) sub(/^[^ ]* /, "", name); print (name in old ? old[name] : "-"), $0 }
  ' "$next/old" "$next/files" >"$next/both"
  : >"$next/wanted"
  while read -r old sha crc method place packed size name; do
    if is_world "$name"; then continue; fi
    case $name in
      */*) mkdir -p -- "$pack/${name%/*}" ;;
    esac
    if [ -f "$server/$name" ] && [ "$(crc_of "$server/$name")" = "$crc" ]; then
      link_file "$server/$name" "$pack/$name" || cp -p -- "$server/$name" "$pack/$name" ||
        stop "This file cannot be written: $pack/$name"
    elif [ "$old" = "$crc" ] && [ "$name" != variables.txt ] && ! is_ours "$name"; then
      : >"$pack/$name"
    else
      printf '%s\n' "$sha $crc $method $place $packed $size $name" >>"$next/wanted"
    fi
  done <"$next/both"
}

# Fetches the wanted files out of the archive: neighbours together, 8 MiB or one file at a time.
fetch_wanted() {
  address=$(told url)
  whole=$(told size)
  LC_ALL=C sort -n -k 4 "$next/wanted" | awk '
    part == "" || $4 > end + 65536 || $4 + $5 - start > 8388608 {
      if (part != "") print start, end - 1
      start = $4; end = $4; part = 1
    }
    { if ($4 + $5 > end) end = $4 + $5 }
    END { if (part != "") print start, end - 1 }
  ' >"$next/ranges"
  count=$(awk 'END { print NR }' "$next/wanted")
  say "Fetching $count files ..."
  while read -r start end; do
    awk -v start="$start" -v end="$end" '$4 >= start && $4 + $5 - 1 <= end' "$next/wanted" >"$next/here"
    [ "$end" -lt "$start" ] || fetch_range
    while read -r sha crc method place packed size name; do take_file; done <"$next/here"
    rm -f -- "$next/range"
  done <"$next/ranges"
  rm -f -- "$next/whole"
}

# Leaves the bytes from $start to $end of the archive in $next/range. Where the server or the program knows no ranges, all of it is fetched once.
fetch_range() {
  length=$((end - start + 1))
  if [ ! -f "$next/whole" ]; then
    fetch "$address" "$next/range" "$start-$end" 2>/dev/null && [ "$(bytes_of "$next/range")" = "$length" ] && return 0
    rm -f -- "$next/range"
    fetch "$address" "$next/whole" || stop "The download failed: $address"
    [ "$(bytes_of "$next/whole")" = "$whole" ] || stop "The download is cut off: $address"
  fi
  tail -c "+$((start + 1))" "$next/whole" | head -c "$length" >"$next/range"
}

bytes_of() {
  wc -c <"$1" | tr -d ' '
}

# Takes the file $name out of the range, and holds it against its checksums.
take_file() {
  tail -c "+$((place - start + 1))" "$next/range" 2>/dev/null | head -c "$packed" >"$next/packed"
  [ "$(checksum_of "$next/packed" 256)" = "$sha" ] || stop "What was fetched is damaged or was changed: $name"
  if [ "$method" = 0 ]; then
    mv -f -- "$next/packed" "$pack/$name"
  else
    # gzip has what the archive has, between a head and the checksum and size, which it checks.
    {
      printf '\037\213\010\000\000\000\000\000\000\003'
      cat "$next/packed"
      low_first "$crc"
      low_first "$(printf '%08x' $((size % 4294967296)))"
    } | gzip -dc >"$pack/$name" || stop "What was fetched cannot be unpacked: $name"
  fi
  [ "$(crc_of "$pack/$name")" = "$crc" ] || stop "What was fetched is not what the service tells: $name"
}

# Writes the four bytes of the hexadecimal $1, the lowest first.
low_first() {
  hex=$1
  while [ -n "$hex" ]; do
    rest=${hex%??}
    # shellcheck disable=SC2059 # The format is the byte.
    printf "\\$(printf '%03o' "0x${hex#"$rest"}")"
    hex=$rest
  done
}

# Makes of the plan what is put into place, and in $next/journal what is done: put (there is one), add, remove.
stage_update() {
  mkdir "$next/staged" || stop "This folder cannot be made: $next/staged"
  : >"$next/journal"
  while read -r action name; do
    case $action in
      add | replace) stage_file "$pack/$name" "$name" ;;
      beside) stage_file "$pack/$name" "$name.new" ;;
      merge)
        merge_variables >"$next/merged"
        stage_file "$next/merged" "$name"
        ;;
      remove) printf '%s\n' "remove $name" >>"$next/journal" ;;
    esac
  done <"$next/actions"
  [ ! -f "$next/staged/start.sh" ] || chmod +x "$next/staged/start.sh"
  rm -rf "$pack"
}

stage_file() {
  [ ! -d "$2" ] || stop "This is a folder here, and a file in the server pack: $2" 'Move it away, then start again.'
  above=$2
  while [ "$above" != "${above%/*}" ]; do
    above=${above%/*}
    [ ! -e "$above" ] || [ -d "$above" ] ||
      stop "This is a file here, and a folder in the server pack: $above" 'Move it away, then start again.'
  done
  case $2 in
    */*) mkdir -p -- "$next/staged/${2%/*}" ;;
  esac
  mv -f -- "$1" "$next/staged/$2" || stop "This file cannot be written: $next/staged/$2"
  if [ -f "$2" ]; then
    printf '%s\n' "put $2" >>"$next/journal"
  else
    printf '%s\n' "add $2" >>"$next/journal"
  fi
}

# Goes on with what an earlier start was ended in. The server has the old files before, and the new ones, or again the old ones, after.
settle_update() {
  [ -d .update ] || return 0
  rm -rf .update/next
  [ ! -d .update/back ] || put_files_back
  [ ! -d .update/ready ] || put_files
  [ -d .update/trial ] || return 0
  ! server_was_ready || close_trial
}

# Puts the files of .update/ready into their places; each of those that were there stays in .update/ready/kept.
put_files() {
  while read -r action name; do
    case $action in
      remove) [ ! -f "$name" ] || keep_file ;;
      *) [ ! -f ".update/ready/staged/$name" ] || { keep_file && put_staged; } ;;
    esac || stop "This file cannot be written: $name" 'Start again once it can: the update then goes on.'
    [ "$action" != remove ] || rm -f -- "$name"
  done <.update/ready/journal
  rename_update ready trial
}

keep_file() {
  [ -f "$name" ] && [ ! -f ".update/ready/kept/$name" ] || return 0
  case $name in
    */*) mkdir -p -- ".update/ready/kept/${name%/*}" ;;
    *) mkdir -p .update/ready/kept ;;
  esac
  link_file "$name" ".update/ready/kept/$name" || {
    cp -p -- "$name" .update/ready/copy && mv -f -- .update/ready/copy ".update/ready/kept/$name"
  }
}

# A hard link to a symbolic link would lead elsewhere in another folder.
link_file() {
  [ ! -L "$1" ] && ln -- "$1" "$2" 2>/dev/null
}

put_staged() {
  case $name in
    */*) mkdir -p -- "${name%/*}" ;;
  esac
  mv -f -- ".update/ready/staged/$name" "$name"
}

# Whether the server has told that it is up since it was last started after its update: in its log, in that of a day that has ended since, or in Forge's
# debug logs, in which mods say more.
server_was_ready() {
  [ -f .update/trial/started ] || return 1
  ! grep -q 'Done (' logs/latest.log 2>/dev/null || return 0
  ! ended_logs '[0-9]*' | grep -q 'Done (' || return 0
  ! grep -q 'Done (.*For help, type' logs/debug.log 2>/dev/null || return 0
  ended_logs 'debug-*' | grep -q 'Done (.*For help, type'
}

# Prints the logs named $1 that were put away since the start after an update.
ended_logs() {
  find logs -name "$1.log.gz" -newer .update/trial/started -exec gzip -dc {} + 2>/dev/null
}

# Marks a start after an update, and has the logs of this start be told from those of an earlier one, which a start would put away.
mark_start() {
  [ -d .update/trial ] || return 0
  [ ! -f logs/latest.log ] || mv -f logs/latest.log logs/before-update.log
  [ ! -f logs/debug.log ] || mv -f logs/debug.log logs/debug-before-update.log
  : >.update/trial/started
}

# Moves the folder $1 of the update to $2, which mv would move it into where there is one.
rename_update() {
  [ ! -e ".update/$2" ] || stop "This folder is in the way: .update/$2"
  mv ".update/$1" ".update/$2" || stop "This folder cannot be renamed: .update/$1"
}

# Lets go of the files from before the update, in one step.
close_trial() {
  rm -rf .update/next
  rename_update trial next
  rm -rf .update/next
}

undo_update() {
  say 'The server did not start since its update.'
  say 'Going back to the files from before the update. Worlds stay as they are now.'
  cp .update/trial/newest .update/refused
  rename_update trial back
  put_files_back
}

put_files_back() {
  while read -r action name; do
    if [ "$action" = add ]; then
      rm -f -- "$name"
    elif [ -f ".update/back/kept/$name" ]; then
      case $name in
        */*) mkdir -p -- "${name%/*}" ;;
      esac
      mv -f -- ".update/back/kept/$name" "$name" || stop "This file cannot be written: $name"
    fi
  done <.update/back/journal
  rm -rf .update/back
}

# After an update, a server that ends by itself with $status before it is up gets its old files back and starts with them. One that ran for ten
# minutes was up, whatever its log still tells: that begins anew each day. One that was stopped or killed says nothing.
judge_update() {
  [ -d .update/trial ] || return 0
  if server_was_ready || [ "$stopping:$status" = false:0 ] || [ $((ended - started)) -ge 600 ]; then
    close_trial
    return
  fi
  case $stopping:$status in
    true:* | false:129 | false:130 | false:137 | false:143) return ;;
  esac
  undo_update
  start_anew
}
