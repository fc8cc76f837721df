# Locks the folder $1 against other starts until this script and its Java, which inherits the lock, have ended. Ends the
# script when another start holds the lock, or another process the server's world.
lock_folder() {
  lock=$1/.start-lock
  (true >>"$lock") 2>/dev/null || check_disk "$lock"
  exec 9>>"$lock"
  holder=$(cat "$lock")
  if command -v flock >/dev/null 2>&1; then
    # flock prints a message when the disk does not support locks.
    said=$(flock -n 9 2>&1) || [ -n "$said" ] || stop_locked
  elif [ "$holder" != "$$" ] && ps -p "$holder" -o args= 2>/dev/null | grep -q -e 'start\.sh' -e java; then
    stop_locked
  fi
  find_world_holder "$1"
  [ -z "$holder" ] || stop_locked
  (printf '%s\n' "$$" >"$lock") 2>/dev/null || check_disk "$lock"
}

stop_locked() {
  stop "This server is being started or runs already: process ${holder:-unknown}" 'Stop it first.'
}

# Stores the process that holds the world of the server in the folder $1 in $holder, if there is one.
find_world_holder() {
  holder=
  world=$(sed -n 's/^level-name=//p' "$1/server.properties" 2>/dev/null | tr -d '\r')
  world=$1/${world:-world}/session.lock
  [ -f "$world" ] || return 0
  if [ -r /proc/locks ]; then
    trim "$(ls -i -- "$world")"
    holders=$(sed -n "s/.* \([0-9]*\) [0-9a-f]*:[0-9a-f]*:${trimmed%% *} [0-9].*/\1/p" /proc/locks)
    for holder in $holders; do
      # A file on another disk may have the same number.
      case $(ls -l "/proc/$holder/fd" 2>/dev/null) in
        */session.lock*) return 0 ;;
      esac
    done
    holder=
  else
    holder=$(lsof -t -- "$world" 2>/dev/null | head -n 1)
  fi
}

# Removes the file $1, which could not be written. Ends the script when the disk or the folder is the reason.
check_disk() {
  (true >>"$1" && true >"$1.room") 2>/dev/null ||
    stop "This file cannot be written: $1" "It and its folder have to be those of who starts the server: $(id -un 2>/dev/null || id -u)"
  head -c 65536 /dev/zero 2>/dev/null >"$1.room"
  set -- "$1" "$?"
  rm -f -- "$1" "$1.room"
  [ "$2" = 0 ] || stop "The disk is full: there is no room for $1"
}
