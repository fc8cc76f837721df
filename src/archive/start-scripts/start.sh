#!/bin/sh
# Installs the server of this pack on its first start, then runs it.
#
#   ./start.sh             start
#   ./start.sh --cleanup   delete the installed server (never worlds or settings), install it again and start
#   ./start.sh --install-only   install all that a start needs, so that it needs no network, and start nothing
#   ./start.sh --update   bring this server to the newest server pack of its line, where variables.txt has UPDATE_URL
#   ./start.sh --update FOLDER   bring the older server in that folder to this server pack: shows what it will do and asks;
#                                with --yes at the end it does not ask
#
# Settings are read from variables.txt as plain text. These may also be set in the environment, which wins:
# JAVA, JAVA_17 and its like, JAVA_FOLDERS, INSTALL_JAVA, JAVA_ARGS, ADDITIONAL_ARGS, JVM_PRESET, RESTART,
# SKIP_JAVA_CHECK, MIRROR, UPDATE_URL, UPDATE. EULA=true in the environment accepts the Minecraft EULA where nobody can type the answer.

set -u

tab=$(printf '\t')
cr=$(printf '\r')
newline='
'
bom=$(printf '\357\273\277')

say() {
  printf '%s\n' "$1"
}

# Ends the script; each argument is a line of the message.
stop() {
  printf 'ERROR: %s\n' "$1" >&2
  shift
  for line in "$@"; do printf '       %s\n' "$line" >&2; done
  exit 1
}

is_true() {
  case $1 in
    [Tt][Rr][Uu][Ee]) return 0 ;;
    *) return 1 ;;
  esac
}

is_on() {
  case $1 in
    [Oo][Nn] | [Tt][Rr][Uu][Ee]) return 0 ;;
    *) return 1 ;;
  esac
}

# Leaves the folders of the PATH that are named from the root: others would be looked for in the folder of the server, which
# holds files of strangers.
clean_path() {
  remaining=${PATH-}:
  kept=
  while [ -n "$remaining" ]; do
    part=${remaining%%:*}
    remaining=${remaining#*:}
    case $part in
      /*) kept=${kept:+$kept:}$part ;;
    esac
  done
  export PATH="$kept"
}

# Whether the home folder is that of the server or lies in it, as on many hosts: what is kept there may be the modpack's.
home_is_own() {
  home=$(CDPATH='' cd -- "${HOME:-/}" 2>/dev/null && pwd -P)
  case $home/ in
    "$(pwd -P)"/*) return 0 ;;
    *) return 1 ;;
  esac
}

enter_own_folder() {
  script=$1
  case $script in
    /*) ;;
    *) script=./$script ;;
  esac
  while [ -L "$script" ]; do
    link=$(readlink "$script")
    case $link in
      /*) script=$link ;;
      *) script=${script%/*}/$link ;;
    esac
  done
  CDPATH='' cd -- "${script%/*}/" || stop "The folder of start.sh cannot be entered: ${script%/*}/"
}

# Runs the start.sh that an update has put in place of this one, as this one was told to.
start_anew() {
  set -- --updated
  [ "$cleanup" = false ] || set -- "$@" --cleanup
  [ "$install_only" = false ] || set -- "$@" --install-only
  exec sh ./start.sh "$@"
}

# <parts>

clean_path
started_in=$PWD
cleanup=false
install_only=false
confirmed=false
update=
update_online=false
updated=false
while [ "$#" -gt 0 ]; do
  case $1 in
    --cleanup) cleanup=true ;;
    --install-only) install_only=true ;;
    --yes) confirmed=true ;;
    --update)
      case ${2-} in
        '' | --*) update_online=true ;;
        *)
          shift
          update=$1
          ;;
      esac
      ;;
    # Said by this script to the one that takes its place.
    --updated) updated=true ;;
    *) stop "Unknown option: $1" 'Known: --cleanup, --install-only, --update [FOLDER], --yes' ;;
  esac
  shift
done

enter_own_folder "$0"
if [ -n "$update" ]; then
  case $update in
    /*) update_server "$update" ;;
    *) update_server "$started_in/$update" ;;
  esac
  exit 0
fi
settle_update
read_variables
if [ "$update_online" = true ]; then
  (prepare_update asked) || exit 1
  [ -d .update/ready ] || exit 0
  put_files
  say 'The server is up to date. Its next start installs what its versions need.'
  exit 0
fi
if [ "$updated" = false ] && is_on "$UPDATE"; then
  (prepare_update unasked) || say 'The server starts as it is.'
  if [ -d .update/ready ]; then
    put_files
    start_anew
  fi
fi
accept_eula
[ "$(id -u)" != 0 ] || say 'Note: running as root. A user of its own is safer for a server.'
install_all() {
  find_java
  is_true "$SKIP_JAVA_CHECK" || check_java
  choose_memory
  prepare_server
}
# Tried apart before the first start after an update: what does not succeed ends that alone, and the old files come back.
if [ -d .update/trial ] && [ ! -f .update/trial/started ] && ! (install_all); then
  undo_update
  start_anew
fi
install_all
if [ "$install_only" = true ]; then
  say 'The server is installed. Start it without --install-only.'
  exit 0
fi
launch_server
