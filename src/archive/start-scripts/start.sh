#!/bin/sh
# Installs the server of this pack on its first start, then runs it.
#
#   ./start.sh             start
#   ./start.sh --cleanup   delete the installed server (never worlds or settings), install it again and start
#
# Settings are read from variables.txt as plain text. These may also be set in the environment, which wins:
# JAVA, JAVA_ARGS, ADDITIONAL_ARGS, RESTART, SKIP_JAVA_CHECK, MIRROR. EULA=true in the environment accepts the
# Minecraft EULA where nobody can type the answer.

set -u

tab=$(printf '\t')
cr=$(printf '\r')
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

# Leaves $1 without the blanks around it in $trimmed.
trim() {
  trimmed=${1#"${1%%[! "$tab"]*}"}
  trimmed=${trimmed%"${trimmed##*[! "$tab$cr"]}"}
}

# Takes variables.txt apart line by line. Nothing in it is ever run: a value is only ever assigned.
read_variables() {
  [ -f variables.txt ] || stop 'variables.txt is missing.' \
    'It belongs beside start.sh and says what to install. Unpack the server pack again.'
  unset MINECRAFT_VERSION MODLOADER MODLOADER_VERSION INSTALLER_VERSION RECOMMENDED_JAVA_VERSION NEWEST_JAVA_VERSION
  number=0
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    trim "${line#"$bom"}"
    case $trimmed in
      '' | '#'*) continue ;;
      *=*) ;;
      *) stop "variables.txt, line $number: expected KEY=value, found: $trimmed" ;;
    esac
    value=${trimmed#*=}
    trim "${trimmed%%=*}"
    key=$trimmed
    trim "$value"
    case $key in
      MINECRAFT_VERSION) MINECRAFT_VERSION=${MINECRAFT_VERSION-$trimmed} ;;
      MODLOADER) MODLOADER=${MODLOADER-$trimmed} ;;
      MODLOADER_VERSION) MODLOADER_VERSION=${MODLOADER_VERSION-$trimmed} ;;
      INSTALLER_VERSION) INSTALLER_VERSION=${INSTALLER_VERSION-$trimmed} ;;
      RECOMMENDED_JAVA_VERSION) RECOMMENDED_JAVA_VERSION=${RECOMMENDED_JAVA_VERSION-$trimmed} ;;
      NEWEST_JAVA_VERSION) NEWEST_JAVA_VERSION=${NEWEST_JAVA_VERSION-$trimmed} ;;
      JAVA) JAVA=${JAVA-$trimmed} ;;
      JAVA_ARGS) JAVA_ARGS=${JAVA_ARGS-$trimmed} ;;
      ADDITIONAL_ARGS) ADDITIONAL_ARGS=${ADDITIONAL_ARGS-$trimmed} ;;
      RESTART) RESTART=${RESTART-$trimmed} ;;
      SKIP_JAVA_CHECK) SKIP_JAVA_CHECK=${SKIP_JAVA_CHECK-$trimmed} ;;
      MIRROR) MIRROR=${MIRROR-$trimmed} ;;
      WAIT_FOR_USER_INPUT) ;; # for start.ps1: only its window closes at the end
      *) say "Note: variables.txt, line $number: $key is no setting of this script and is ignored." ;;
    esac
  done <variables.txt
  JAVA=${JAVA:-java}
  JAVA_ARGS=${JAVA_ARGS-}
  ADDITIONAL_ARGS=${ADDITIONAL_ARGS-}
  RESTART=${RESTART-}
  SKIP_JAVA_CHECK=${SKIP_JAVA_CHECK-}
  MIRROR=${MIRROR-}
  MIRROR=${MIRROR%/}
  INSTALLER_VERSION=${INSTALLER_VERSION-}
  RECOMMENDED_JAVA_VERSION=${RECOMMENDED_JAVA_VERSION-}
  NEWEST_JAVA_VERSION=${NEWEST_JAVA_VERSION-}
  check_version MINECRAFT_VERSION "${MINECRAFT_VERSION-}"
  check_version MODLOADER_VERSION "${MODLOADER_VERSION-}"
  [ "${MODLOADER-}" = "$supported_modloader" ] || stop \
    "variables.txt names the modloader ${MODLOADER:-nothing}, but this start.sh installs $supported_modloader." \
    'A server pack holds the start script of its own modloader only.'
  case $MIRROR in
    '' | http://* | https://*) ;;
    *) stop "MIRROR must begin with http:// or https://, found: $MIRROR" ;;
  esac
}

# Versions become part of addresses and paths, so only the characters of versions may be in them.
check_version() {
  case $2 in
    '') stop "variables.txt does not set $1." ;;
    *[!0-9A-Za-z.+_-]*) stop "variables.txt: $1 may hold letters, digits and . + _ - only, found: $2" ;;
  esac
}

# Moves the next argument of the text in $rest to $argument; fails when none is left. Arguments are separated by
# blanks. Between double quotes blanks belong to the argument, \" is a quote and \\ a backslash; all else is itself.
next_argument() {
  rest=${rest#"${rest%%[! "$tab"]*}"}
  [ -n "$rest" ] || return 1
  argument=
  while [ -n "$rest" ]; do
    case $rest in
      [" $tab"]*) return 0 ;;
      '"'*)
        rest=${rest#?}
        take_quoted
        ;;
      *)
        part=${rest%%[" $tab"\"]*}
        argument=$argument$part
        rest=${rest#"$part"}
        ;;
    esac
  done
}

take_quoted() {
  while [ -n "$rest" ]; do
    case $rest in
      '"'*)
        rest=${rest#?}
        return
        ;;
      "\\\""* | "\\\\"*)
        rest=${rest#?}
        part=${rest%"${rest#?}"}
        ;;
      "\\"*) part="\\" ;;
      *) part=${rest%%[\"\\]*} ;;
    esac
    argument=$argument$part
    rest=${rest#"$part"}
  done
  stop 'A double quote in JAVA_ARGS or ADDITIONAL_ARGS is never closed.' "The argument begins: $argument"
}

# Finds Java and its major version: 8 for 1.8.0_402, 17 for 17.0.15.
find_java() {
  command -v "$JAVA" >/dev/null 2>&1 || stop "Java was not found: $JAVA" "$(where_to_get_java)"
  java_report=$("$JAVA" -version 2>&1 </dev/null)
  java_version=${java_report#*version \"}
  java_version=${java_version%%\"*}
  java_major=${java_version#1.}
  java_major=${java_major%%[!0-9]*}
}

where_to_get_java() {
  case $RECOMMENDED_JAVA_VERSION in
    '' | *[!0-9]*) say 'Install the Java that this version of the game needs, from https://adoptium.net, or set JAVA to it.' ;;
    *) say "Get Java $RECOMMENDED_JAVA_VERSION from https://adoptium.net/temurin/releases/?version=$RECOMMENDED_JAVA_VERSION and set JAVA in variables.txt to its java program." ;;
  esac
}

check_java() {
  case $RECOMMENDED_JAVA_VERSION in
    '' | *[!0-9]*) return ;;
  esac
  if [ -z "$java_major" ]; then
    stop "The version of Java could not be read from: $JAVA -version" "$java_report" \
      'Set SKIP_JAVA_CHECK=true to start all the same.'
  fi
  newest=${NEWEST_JAVA_VERSION:-$java_major}
  if [ "$java_major" -lt "$RECOMMENDED_JAVA_VERSION" ] || [ "$java_major" -gt "$newest" ]; then
    needed="Java $RECOMMENDED_JAVA_VERSION"
    [ "$newest" = "$RECOMMENDED_JAVA_VERSION" ] || needed="$needed or newer"
    stop "Minecraft $MINECRAFT_VERSION with $MODLOADER needs $needed; found Java $java_major ($java_version): $JAVA" \
      "$(where_to_get_java)" 'Set SKIP_JAVA_CHECK=true to start all the same.'
  fi
  [ "$java_major" = "$RECOMMENDED_JAVA_VERSION" ] ||
    say "Note: Java $RECOMMENDED_JAVA_VERSION is recommended, found Java $java_major. If the server does not start, use Java $RECOMMENDED_JAVA_VERSION."
  case $java_report in
    *64-Bit*) ;;
    *) say 'Note: this Java seems to be 32-bit, which can use little memory. Use a 64-bit Java.' ;;
  esac
}

accept_eula() {
  if [ -f eula.txt ] && grep -qi "^eula=true[[:space:]]*$" eula.txt; then return; fi
  if ! is_true "${EULA-}"; then
    [ -t 0 ] || stop 'The Minecraft EULA is not accepted: https://aka.ms/MinecraftEULA' \
      'Read it, then start with EULA=true in the environment, or write eula=true into eula.txt.'
    say 'Running a server needs your agreement to the Minecraft EULA: https://aka.ms/MinecraftEULA'
    printf 'Type "I agree" to accept it: '
    IFS= read -r answer || answer=
    [ "$answer" = 'I agree' ] || stop 'The Minecraft EULA was not accepted.'
  fi
  say 'eula=true' >eula.txt || stop 'eula.txt cannot be written.'
}

# Downloads $1$2 as the file $3. MIRROR takes the place of $1, the scheme and host.
download() {
  address=${MIRROR:-$1}$2
  say "Downloading $address"
  rm -f -- "$3.download"
  if ! fetch "$address" "$3.download"; then
    rm -f -- "$3.download"
    return 1
  fi
  mv -f -- "$3.download" "$3"
}

fetch() {
  if command -v curl >/dev/null 2>&1; then
    curl -fsSLg --retry 2 --connect-timeout 30 -o "$2" -- "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget -q -O "$2" "$1"
  else
    stop 'Neither curl nor wget was found; one of them is needed to download the server.'
  fi
}

# Downloads a file of a Maven repository and compares it with the checksum published beside it.
download_verified() {
  rm -f -- "$3.unverified" "$3.checksum"
  download "$1" "$2" "$3.unverified" || stop "The download failed: $address" \
    'Check the network, MIRROR, and that these versions exist:' \
    "Minecraft $MINECRAFT_VERSION, $MODLOADER $MODLOADER_VERSION."
  expected=
  for algorithm in 256 1; do
    fetch "$address.sha$algorithm" "$3.checksum" 2>/dev/null || continue
    read_checksum "$3.checksum" "$algorithm"
    [ -z "$expected" ] || break
  done
  rm -f -- "$3.checksum"
  if [ -z "$expected" ]; then
    rm -f -- "$3.unverified"
    stop "No checksum could be had for $address" 'Looked for it with .sha256 and .sha1 at the end. Try again later, or use another MIRROR.'
  fi
  found=$(checksum_of "$3.unverified" "$algorithm")
  if [ "$found" != "$expected" ]; then
    rm -f -- "$3.unverified"
    stop "The download is damaged or was changed: $address" "SHA-$algorithm expected $expected" "SHA-$algorithm found    $found"
  fi
  mv -f -- "$3.unverified" "$3"
}

# Leaves the checksum that file $1 begins with in $expected, or nothing when it does not hold one of SHA-$2.
read_checksum() {
  read -r expected _ <"$1"
  expected=$(printf '%s' "$expected" | tr 'A-F\r' 'a-f ')
  expected=${expected%% *}
  length=64
  [ "$2" = 256 ] || length=40
  case $expected in
    *[!0-9a-f]*) expected= ;;
    *) [ "${#expected}" = "$length" ] || expected= ;;
  esac
}

checksum_of() {
  if command -v "sha$2sum" >/dev/null 2>&1; then
    sum=$("sha$2sum" <"$1")
  elif command -v shasum >/dev/null 2>&1; then
    sum=$(shasum -a "$2" <"$1")
  elif command -v openssl >/dev/null 2>&1; then
    sum=$(openssl dgst -r "-sha$2" <"$1")
  else
    sum="unknown: sha$2sum, shasum or openssl is needed to verify downloads"
    printf '%s' "$sum"
    return
  fi
  printf '%s' "${sum%% *}"
}

run_installer() {
  say "Installing the $MODLOADER $MODLOADER_VERSION server for Minecraft $MINECRAFT_VERSION ..."
  "$JAVA" -jar installer.jar "$@" </dev/null || stop "The installer of $MODLOADER failed; its messages are above." \
    'Start again to retry. It downloads from the game and the modloader directly, so it needs the network.'
  rm -f -- installer.jar installer.jar.log
}

installed_versions() {
  printf 'MINECRAFT_VERSION=%s\nMODLOADER=%s\nMODLOADER_VERSION=%s' "$MINECRAFT_VERSION" "$MODLOADER" "$MODLOADER_VERSION"
}

# .previousrun is written when an installation is complete, and names what it installed.
prepare_server() {
  previous=
  [ ! -f .previousrun ] || previous=$(cat .previousrun)
  if [ "$cleanup" = true ] || { [ -n "$previous" ] && [ "$previous" != "$(installed_versions)" ]; }; then
    clean_up
    previous=
  fi
  if [ -n "$previous" ] && server_is_installed; then return; fi
  install_server
  server_is_installed || stop "The installation of $MODLOADER $MODLOADER_VERSION left no server to run." \
    'Run ./start.sh --cleanup to install it again.'
  installed_versions >.previousrun
}

# What installations leave behind, of every modloader, since the pack may have moved from one to another.
clean_up() {
  say 'Deleting the installed server.'
  rm -rf -- .previousrun libraries versions .fabric .fabric-installer .mixin.out ldlib local run.sh run.bat \
    user_jvm_args.txt server.jar forge.jar fabric-server-launcher.jar fabric-server-launch.jar \
    fabric-server-launcher.properties quilt-server-launch.jar quilt-server-launcher.properties \
    ./*installer.jar ./*installer.jar.log ./forge-*-shim.jar ./minecraft_server.*.jar
}

# Runs Java with the given arguments in place of this script or, with RESTART, again whenever it ends.
run_java() {
  say "Starting $MODLOADER $MODLOADER_VERSION for Minecraft $MINECRAFT_VERSION with Java ${java_version:-unknown}."
  is_true "$RESTART" || exec "$JAVA" "$@"
  stopping=false
  child=
  trap 'stopping=true; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' HUP INT TERM
  # A program in the background gets no input unless it is given, and the server's console needs it. It is kept as 3,
  # since some shells have let go of 0 before they look at it.
  exec 3<&0
  while :; do
    "$JAVA" "$@" <&3 3<&- &
    await "$!"
    [ "$stopping" = false ] || exit "$status"
    say "The server ended with status $status and starts again in 5 seconds. Press Ctrl+C to end it."
    sleep 5 3<&- &
    await "$!"
    [ "$stopping" = false ] || exit 0
  done
}

# A signal ends the wait early, so wait on until the program is really gone.
await() {
  child=$1
  [ "$stopping" = false ] || kill -TERM "$child" 2>/dev/null
  wait "$child"
  status=$?
  while kill -0 "$child" 2>/dev/null; do
    wait "$child"
    status=$?
  done
  child=
}

# <modloader>

cleanup=false
for option in "$@"; do
  case $option in
    --cleanup) cleanup=true ;;
    *) stop "Unknown option: $option" 'Known: --cleanup' ;;
  esac
done

enter_own_folder "$0"
read_variables
[ "$(id -u)" != 0 ] || say 'Note: running as root. A user of its own is safer for a server.'
find_java
is_true "$SKIP_JAVA_CHECK" || check_java
accept_eula
prepare_server
launch_server
