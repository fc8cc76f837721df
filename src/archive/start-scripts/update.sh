# Brings the server in folder $1 to this server pack: mods, configuration and scripts as they are here, worlds and what
# was changed there as it is there. What a file was like is told by the checksums in the server-pack.json of both.
update_server() {
  pack=$PWD
  [ -f "$1/server-pack.json" ] || stop "There is no server pack of ours: $1" \
    '--update takes the folder of the older server; unpack the new server pack into a folder of its own and start it there.'
  server=$(CDPATH='' cd -- "$1" && pwd) || stop "The folder cannot be entered: $1"
  [ "$server" != "$pack" ] || stop '--update takes the folder of the older server, not the one that start.sh is in.'
  plan=$pack/.update-plan
  rm -rf "$plan"
  mkdir "$plan" || stop "Nothing can be written here: $pack"
  plan_update
  show_plan
  confirm_update
  while read -r action name; do update_file; done <"$plan/actions"
  rm -rf "$plan"
  say "The server in $server is up to date. Its next start installs what its versions need."
}

# Leaves in $plan/actions what is to become of each file of the server in $server and of the server pack in $pack.
plan_update() {
  list_files "$server" >"$plan/old"
  list_files "$pack" >"$plan/new"
  # For each file of either pack: its checksum in the old one, in the new one, and its name.
  awk '
    { name = substr($0, 10); names[name] = 1 }
    NR == FNR { old[name] = $1; next }
    { new[name] = $1 }
    END { for (name in names) print (name in old ? old[name] : "-"), (name in new ? new[name] : "-"), name }
  ' "$plan/old" "$plan/new" | LC_ALL=C sort -k 3 >"$plan/both"
  while read -r old new name; do plan_file; done <"$plan/both" >"$plan/actions"
}

confirm_update() {
  [ "$confirmed" != true ] || return 0
  [ -t 0 ] || stop 'Nothing was changed. To do this, start it again with --yes at the end.'
  printf 'Stop the server, then type "yes" to do this: '
  IFS= read -r answer || answer=
  [ "$answer" = yes ] || stop 'Nothing was changed.'
}

# Checksum and name of every file of the server pack in folder $1, a line each. Names that are no plain paths below the
# folder are left out. Older server packs of ours name their mods only.
list_files() {
  if grep -q '^  "files": {' "$1/server-pack.json"; then
    sed -n 's/^    "\([^"\\]*\)": "crc32:\([0-9a-f]\{8\}\)",\{0,1\}$/\2 \1/p' "$1/server-pack.json"
  else
    sed -n '/^      "file": /{
      N
      s/^      "file": "\([^"\\]*\)",\n      "kept": true,\{0,1\}$/-------- mods\/\1/p
    }' "$1/server-pack.json"
  fi | grep -v -e '^........ /' -e ' \.\.\{0,1\}/' -e '/\.\.\{0,1\}/' -e '/\.\.\{0,1\}$'
}

# Prints what is to become of the file $name: add, replace, remove, keep, or beside (kept, and the new one beside it).
plan_file() {
  if is_world "$name"; then return; fi
  if [ ! -f "$pack/$name" ]; then
    [ -f "$server/$name" ] || return 0
    if is_ours "$name" || [ "$(crc_of "$server/$name")" = "$old" ]; then
      say "remove $name"
    else
      say "keep $name"
    fi
  elif [ ! -f "$server/$name" ]; then
    if is_ours "$name" || [ "$old" = - ] || [ "$old" != "$new" ]; then say "add $name"; fi
  elif cmp -s "$pack/$name" "$server/$name"; then
    return 0
  elif is_ours "$name" || [ "$(crc_of "$server/$name")" = "$old" ]; then
    say "replace $name"
  elif [ "$name" = variables.txt ]; then
    say "merge $name"
  elif [ "$old" = "$new" ]; then
    say "keep $name"
  else
    say "beside $name"
  fi
}

# Whether $1 is a file that an update replaces whatever was changed in it.
is_ours() {
  case $1 in
    start.sh | start.ps1 | start.bat | start.jar | HOW-TO-RUN.md | update-key.pem | mods/*) return 0 ;;
    *) return 1 ;;
  esac
}

# Whether $1 is in a folder that is a world on the server.
is_world() {
  case $1 in
    */*) [ -f "$server/${1%%/*}/level.dat" ] ;;
    *) return 1 ;;
  esac
}

# The CRC-32 of a file, which gzip writes behind it with its lowest byte first.
crc_of() {
  # shellcheck disable=SC2046 # The four bytes are words.
  set -- $(gzip -1 -c <"$1" | tail -c 8 | head -c 4 | od -An -tx1)
  printf '%s' "${4-}${3-}${2-}${1-}"
}

show_plan() {
  say "Update of the server in $server:"
  while read -r action name; do
    case $action in
      beside) say "  keep     $name (changed on both sides: the new one goes beside it as $name.new)" ;;
      keep) say "  keep     $name (changed on the server)" ;;
      merge) say "  replace  $name (your settings are kept, but for ADDITIONAL_ARGS)" ;;
      *) printf '  %-8s %s\n' "$action" "$name" ;;
    esac
  done <"$plan/actions"
  say '  replace  server-pack.json'
  say 'Worlds, and all other files that are in neither server pack, stay as they are.'
  printf '%s\n' 'replace server-pack.json' >>"$plan/actions"
}

# Does $action to the file $name.
update_file() {
  case $action in
    add | replace) put_file "$pack/$name" "$server/$name" ;;
    beside) put_file "$pack/$name" "$server/$name.new" ;;
    remove) rm -f -- "$server/$name" || stop "This file cannot be removed: $server/$name" ;;
    merge)
      merge_variables >"$plan/merged"
      put_file "$plan/merged" "$server/$name"
      ;;
  esac
}

# The first line of a key wins, so settings of the server go before those of the pack. Versions are the pack's.
merge_variables() {
  say '# Kept by an update; these lines go before those below.'
  grep -E '^[[:blank:]]*(JAVA|JAVA_[0-9]+|JAVA_FOLDERS|INSTALL_JAVA|JAVA_ARGS|JVM_PRESET|RESTART|SKIP_JAVA_CHECK|WAIT_FOR_USER_INPUT|MIRROR|UPDATE)[[:blank:]]*=' "$server/variables.txt"
  say ''
  cat "$pack/variables.txt"
}

put_file() {
  case $2 in
    "$server"/*/*) mkdir -p -- "${2%/*}" ;;
  esac
  rm -f -- "$2.update"
  cp -p -- "$1" "$2.update" || stop "This file cannot be written: $2"
  mv -f -- "$2.update" "$2"
}
