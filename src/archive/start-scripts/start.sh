#!/bin/sh
# Installs the server of this pack on its first start, then runs it.
#
#   ./start.sh             start
#   ./start.sh --cleanup   delete the installed server (never mods, worlds or settings), install it again and start
#   ./start.sh --clean     move the jars in mods/ that this server pack does not have to mods-set-aside/, and start
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

# Keeps only the absolute folders of the PATH: others would be searched in the server's folder, which holds untrusted
# files.
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

# Whether the home folder is the server's folder or lies in it, as on many hosts: its files may then be the modpack's.
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

# Runs the start.sh that an update has put in place of this one, with the same arguments.
start_anew() {
  set -- --updated
  [ "$cleanup" = false ] || set -- "$@" --cleanup
  [ "$clean" = false ] || set -- "$@" --clean
  [ "$install_only" = false ] || set -- "$@" --install-only
  exec sh ./start.sh "$@"
}

# <parts>

clean_path
started_in=$PWD
cleanup=false
clean=false
install_only=false
confirmed=false
update=
update_online=false
updated=false
while [ "$#" -gt 0 ]; do
  case $1 in
    --cleanup) cleanup=true ;;
    --clean) clean=true ;;
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
    # Set by this script for its replacement.
    --updated) updated=true ;;
    *) stop "Unknown option: $1" 'Known: --cleanup, --clean, --install-only, --update [FOLDER], --yes' ;;
  esac
  shift
done

enter_own_folder "$0"
if [ -n "$update" ]; then
  case $update in
    /*) update_server "$update" ;;
    *) update_server "$started_in/$update" ;;
  esac
  exit
fi
lock_folder "$PWD"
settle_update
read_variables
check_variables
say_title
if [ "$update_online" = true ]; then
  find_answer
  run_updater asked "$answer"
  exit
fi
if [ "$updated" = false ] && is_on "$UPDATE"; then update_before_start; fi
accept_eula
[ "$(id -u)" != 0 ] || say 'Note: running as root. A user of its own is safer for a server.'
install_all() {
  find_java
  is_true "$SKIP_JAVA_CHECK" || check_java
  choose_memory
  prepare_server
}
# The first start after an update tries this in a subshell: on failure only that ends, and the old files return.
if [ -d .update/trial ] && [ ! -f .update/trial/started ] && ! (install_all); then
  run_updater undo
  [ "$?" = 10 ] || exit 1
  start_anew
fi
install_all
check_mods
if [ "$install_only" = true ]; then
  say 'The server is installed. Start it without --install-only.'
  exit 0
fi
launch_server
