# Stores the program $1's version text in $java_report and $java_version, the major version in $java_major (8 for
# 1.8.0_402, 17 for 17.0.15, empty when unreadable) and the update in $java_update (402, 15).
look_at_java() {
  java_report=$("$1" -version 2>&1 </dev/null)
  java_version=${java_report#*version \"}
  java_version=${java_version%%\"*}
  java_major=${java_version#1.}
  java_major=${java_major%%[!0-9]*}
  case $java_version in
    1.*_*) java_update=${java_version#*_} ;;
    *.*.*) java_update=${java_version#*.*.} ;;
    *) java_update= ;;
  esac
  java_update=${java_update%%[!0-9]*}
}

# Whether the examined Java can run the server, as far as known.
java_fits() {
  # For an update.
  if [ "${any_java-}" = true ]; then
    [ "${java_major:-0}" -ge 8 ]
    return
  fi
  is_true "$SKIP_JAVA_CHECK" && return 0
  [ -n "$recommended_java" ] || return 0
  major_fits || return 1
  ! update_fails || ! has_better_update
}

major_fits() {
  [ -n "$java_major" ] && [ "$java_major" -ge "$recommended_java" ] && [ "$java_major" -le "${newest_java:-$java_major}" ]
}

# Whether the examined Java is an update with which this version of the modloader does not start.
update_fails() {
  [ -n "$java_major" ] || return 1
  last=
  for first in ${FAILING_JAVA_UPDATES-}; do
    last=${first%%.*}
    [ "$java_major" = "$last" ] || continue
    [ "${java_update:-0}" -ge "${first#*.}" ]
    return
  done
  [ -n "$last" ] && [ "$java_major" -gt "$last" ]
}

# Whether a better Java exists: an older release of the recommended one, or one without such updates.
has_better_update() {
  [ -n "$JAVA_RELEASE" ] && return 0
  case " ${FAILING_JAVA_UPDATES-}" in *" $recommended_java."*) return 1 ;; esac
}

# Whether the examined Java is used, with a warning, when no other fits: only reports speak against it, or a mod may fix
# its update.
java_may_start() {
  if major_fits && update_fails; then return 0; fi
  [ "$NEWER_JAVA" = warn ] && [ -n "$newest_java" ] && [ -n "$java_major" ] && [ "$java_major" -gt "$newest_java" ]
}

# Remembers the examined program $1 that does not fit: the oldest that may start, and the first of all others.
remember_unfit() {
  if ! java_may_start; then
    unfit_java=${unfit_java:-$1}
  elif [ -z "$newer_java" ] || [ "$java_major" -lt "$newer_major" ]; then
    newer_java=$1
    newer_major=$java_major
  fi
}

# Stores the program for $1 in $program: the java in a Java's folder, else $1 itself. A bare name is searched on the
# PATH, even if a folder has that name.
find_program() {
  program=$1
  case $1 in
    */*) [ -d "$1" ] || return 0 ;;
    *) return 0 ;;
  esac
  for program in "$1/bin/java" "$1/Contents/Home/bin/java" "$1/java"; do
    if [ -f "$program" ] && [ -x "$program" ]; then return 0; fi
  done
}

# Uses the program $1 as JAVA if it exists and fits; remembers it if it exists and does not fit.
try_java() {
  find_program "$1"
  command -v "$program" >/dev/null 2>&1 || return 1
  look_at_java "$program"
  if java_fits; then
    JAVA=$program
    return 0
  fi
  remember_unfit "$program"
  return 1
}

# Uses a chosen JAVA. Otherwise tries JAVA_<recommended version>, java on the PATH, JAVA_HOME, the other JAVA_<version>,
# the usual folders of Javas, and at last a download, if INSTALL_JAVA allows it.
find_java() {
  recommended_java=$RECOMMENDED_JAVA_VERSION
  case $recommended_java in *[!0-9]*) recommended_java= ;; esac
  newest_java=$NEWEST_JAVA_VERSION
  case $newest_java in *[!0-9]*) newest_java= ;; esac
  if [ "$JAVA" != java ]; then
    find_program "$JAVA"
    command -v "$program" >/dev/null 2>&1 || stop "Java was not found: $JAVA" "$(where_to_get_java)"
    JAVA=$program
    look_at_java "$JAVA"
    return
  fi
  unfit_java=
  newer_java=
  try_given_javas "$recommended_java" && return
  try_java java && return
  [ -n "${JAVA_HOME-}" ] && try_java "$JAVA_HOME/bin/java" && return
  try_given_javas '' && return
  search_java && return
  if is_true "$INSTALL_JAVA"; then
    install_java
    return
  fi
  unfit_java=${newer_java:-$unfit_java}
  [ -n "$unfit_java" ] || stop 'Java was not found: java' "$(where_to_get_java)" "$(how_to_install_java)"
  JAVA=$unfit_java
  look_at_java "$JAVA"
}

# Tries the programs of JAVA_<version>: those of version $1, or all of them when it is empty.
try_given_javas() {
  remaining=$java_paths
  while [ -n "$remaining" ]; do
    entry=${remaining%%"$newline"*}
    remaining=${remaining#*"$newline"}
    case $entry in
      "${1:-${entry%%=*}}="?*) ;;
      *) continue ;;
    esac
    unquote "${entry#*=}"
    find_program "$unquoted"
    command -v "$program" >/dev/null 2>&1 || say "Note: JAVA_${entry%%=*} is not there: $unquoted"
    try_java "$unquoted" && return 0
  done
  return 1
}

# Searches the Javas downloaded here and the folders in which systems and tools keep Javas. The recommended version is
# best, followed by the oldest that fits.
search_java() {
  best=
  best_major=
  for folder in .java/*; do
    [ -d "$folder" ] || continue
    if was_installed_here "$folder"; then
      compare_javas "$folder"
    else
      say "Note: $folder is not used: it is not the Java that INSTALL_JAVA put there, or was changed since."
    fi
  done
  remaining=/usr/lib/jvm:/usr/java:/opt/java:/opt:/usr/local:/Library/Java/JavaVirtualMachines
  for place in Library/Java/JavaVirtualMachines .jdks .sdkman/candidates/java .asdf/installs/java .local/share/mise/installs/java; do
    home_is_own || remaining=$remaining:${HOME-}/$place
  done
  remaining=${JAVA_FOLDERS-$remaining}:
  while [ -n "$remaining" ]; do
    place=${remaining%%:*}
    remaining=${remaining#*:}
    [ -n "$place" ] || continue
    for folder in "$place"/*; do compare_javas "$folder"; done
  done
  [ -n "$best" ] || return 1
  JAVA=$best
  look_at_java "$JAVA"
  say "Using Java $java_major ($java_version), found at $JAVA"
}

# Stores the Java in the folder $1 in $best if it fits better.
compare_javas() {
  for program in "$1/bin/java" "$1/Contents/Home/bin/java"; do
    [ -x "$program" ] || continue
    look_at_java "$program"
    [ -n "$java_major" ] || continue
    if ! java_fits; then
      if java_may_start; then remember_unfit "$program"; fi
      continue
    fi
    if [ -z "$best" ] || [ "$java_major" = "$recommended_java" ] ||
      { [ "$best_major" != "$recommended_java" ] && [ "$java_major" -lt "$best_major" ]; }; then
      best=$program
      best_major=$java_major
    fi
  done
}

where_to_get_java() {
  case $RECOMMENDED_JAVA_VERSION in
    '' | *[!0-9]*) say 'Install the Java that this version of the game needs, from https://adoptium.net, or set JAVA to it.' ;;
    *) say "Get Java $RECOMMENDED_JAVA_VERSION from https://adoptium.net/temurin/releases/?version=$RECOMMENDED_JAVA_VERSION and set JAVA in variables.txt to its java program." ;;
  esac
}

how_to_install_java() {
  say "Or start with INSTALL_JAVA=true, and Eclipse Temurin ${recommended_java:-of the right version} is fetched into the folder .java here."
}

check_java() {
  [ -n "$recommended_java" ] || return 0
  if [ -z "$java_major" ]; then
    stop "The version of Java could not be read from: $JAVA -version" "$java_report" \
      'Set SKIP_JAVA_CHECK=true to start all the same.'
  fi
  if major_fits && update_fails; then
    say "WARNING: ${FAILING_JAVA_ADVICE-} This is Java $java_major ($java_version): $JAVA"
  elif java_may_start; then
    say "WARNING: Minecraft $MINECRAFT_VERSION with $MODLOADER is reported to fail on Java $((newest_java + 1)) and newer; this is Java $java_major ($java_version): $JAVA"
    where_to_get_java
    how_to_install_java
  elif ! java_fits; then
    needed="Java $recommended_java"
    if [ -z "$newest_java" ]; then
      needed="$needed or newer"
    elif [ "$newest_java" != "$recommended_java" ]; then
      needed="$needed to $newest_java ($((newest_java + 1)) and newer crash)"
    fi
    stop "Minecraft $MINECRAFT_VERSION with $MODLOADER needs $needed; found Java $java_major ($java_version): $JAVA" \
      "$(where_to_get_java)" "$(how_to_install_java)" 'Set SKIP_JAVA_CHECK=true to start all the same.'
  fi
  [ "$java_major" = "$recommended_java" ] ||
    say "Note: Java $recommended_java is recommended, found Java $java_major. If the server does not start, use Java $recommended_java."
  case $java_report in
    *64-Bit*) ;;
    *) say 'Note: this Java seems to be 32-bit, which can use little memory. Use a 64-bit Java.' ;;
  esac
}
