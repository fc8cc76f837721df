# Stores $1 without surrounding blanks in $trimmed.
trim() {
  trimmed=${1#"${1%%[! "$tab"]*}"}
  trimmed=${trimmed%"${trimmed##*[! "$tab$cr"]}"}
}

# Stores $1 without surrounding quotes, if any, in $unquoted.
unquote() {
  unquoted=$1
  case $1 in
    '"'*'"' | "'"*"'")
      unquoted=${1#?}
      unquoted=${unquoted%?}
      ;;
  esac
}

# Parses variables.txt line by line. Nothing in it is ever run: a value is only ever assigned.
read_variables() {
  [ -f variables.txt ] || stop 'variables.txt is missing.' \
    'It belongs beside start.sh and says what to install. Unpack the server pack again.'
  unset MINECRAFT_VERSION MODLOADER MODLOADER_VERSION INSTALLER_VERSION RECOMMENDED_JAVA_VERSION NEWEST_JAVA_VERSION NEWER_JAVA
  unset PACK_TITLE RECOMMENDED_MEMORY RECOMMENDED_MEMORY_PURPOSE FAILING_MODLOADER_VERSION FAILING_JAVA_UPDATES FAILING_JAVA_ADVICE JAVA_RELEASE NEWEST_BUILD
  # Paths of Java by version, a line each; those from the environment come first and win.
  java_paths=$(env | sed -n 's/^JAVA_\([0-9][0-9]*=.\)/\1/p')$newline
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
    unquote "$trimmed"
    case $key in
      MINECRAFT_VERSION) MINECRAFT_VERSION=${MINECRAFT_VERSION-$unquoted} ;;
      MODLOADER) MODLOADER=${MODLOADER-$unquoted} ;;
      MODLOADER_VERSION) MODLOADER_VERSION=${MODLOADER_VERSION-$unquoted} ;;
      INSTALLER_VERSION) INSTALLER_VERSION=${INSTALLER_VERSION-$unquoted} ;;
      RECOMMENDED_JAVA_VERSION) RECOMMENDED_JAVA_VERSION=${RECOMMENDED_JAVA_VERSION-$unquoted} ;;
      NEWEST_JAVA_VERSION) NEWEST_JAVA_VERSION=${NEWEST_JAVA_VERSION-$unquoted} ;;
      NEWER_JAVA) NEWER_JAVA=${NEWER_JAVA-$unquoted} ;;
      FAILING_MODLOADER_VERSION) FAILING_MODLOADER_VERSION=${FAILING_MODLOADER_VERSION-$unquoted} ;;
      FAILING_JAVA_UPDATES) FAILING_JAVA_UPDATES=${FAILING_JAVA_UPDATES-$unquoted} ;;
      FAILING_JAVA_ADVICE) FAILING_JAVA_ADVICE=${FAILING_JAVA_ADVICE-$unquoted} ;;
      PACK_TITLE) PACK_TITLE=${PACK_TITLE-$unquoted} ;;
      RECOMMENDED_MEMORY) RECOMMENDED_MEMORY=${RECOMMENDED_MEMORY-$unquoted} ;;
      RECOMMENDED_MEMORY_PURPOSE) RECOMMENDED_MEMORY_PURPOSE=${RECOMMENDED_MEMORY_PURPOSE-$unquoted} ;;
      JAVA_RELEASE) JAVA_RELEASE=${JAVA_RELEASE-$unquoted} ;;
      NEWEST_BUILD) NEWEST_BUILD=${NEWEST_BUILD-$unquoted} ;;
      JAVA) JAVA=${JAVA-$unquoted} ;;
      JAVA_[0-9]*) java_paths="$java_paths${key#JAVA_}=$unquoted$newline" ;;
      JAVA_FOLDERS) JAVA_FOLDERS=${JAVA_FOLDERS-$unquoted} ;;
      INSTALL_JAVA) INSTALL_JAVA=${INSTALL_JAVA-$unquoted} ;;
      JAVA_ARGS) JAVA_ARGS=${JAVA_ARGS-$trimmed} ;;
      ADDITIONAL_ARGS) ADDITIONAL_ARGS=${ADDITIONAL_ARGS-$trimmed} ;;
      JVM_PRESET) JVM_PRESET=${JVM_PRESET-$unquoted} ;;
      RESTART) RESTART=${RESTART-$unquoted} ;;
      SKIP_JAVA_CHECK) SKIP_JAVA_CHECK=${SKIP_JAVA_CHECK-$unquoted} ;;
      MIRROR) MIRROR=${MIRROR-$unquoted} ;;
      UPDATE_URL) UPDATE_URL=${UPDATE_URL-$unquoted} ;;
      UPDATE) UPDATE=${UPDATE-$unquoted} ;;
      WAIT_FOR_USER_INPUT) ;; # for start.ps1: only its window closes at the end
      *) say "Note: variables.txt, line $number: $key is no setting of this script and is ignored." ;;
    esac
  done <variables.txt
  unquote "${JAVA:-java}"
  JAVA=$unquoted
  unquote_arguments "${JAVA_ARGS-}"
  JAVA_ARGS=$unquoted
  unquote_arguments "${ADDITIONAL_ARGS-}"
  ADDITIONAL_ARGS=$unquoted
  JVM_PRESET=${JVM_PRESET-}
  INSTALL_JAVA=${INSTALL_JAVA-}
  RESTART=${RESTART-}
  SKIP_JAVA_CHECK=${SKIP_JAVA_CHECK-}
  MIRROR=${MIRROR-}
  MIRROR=${MIRROR%/}
  UPDATE_URL=${UPDATE_URL-}
  UPDATE=${UPDATE-}
  INSTALLER_VERSION=${INSTALLER_VERSION-}
  RECOMMENDED_JAVA_VERSION=${RECOMMENDED_JAVA_VERSION-}
  NEWEST_JAVA_VERSION=${NEWEST_JAVA_VERSION-}
  NEWER_JAVA=${NEWER_JAVA-}
  JAVA_RELEASE=${JAVA_RELEASE-}
  PACK_TITLE=${PACK_TITLE-}
  RECOMMENDED_MEMORY=${RECOMMENDED_MEMORY-}
  RECOMMENDED_MEMORY_PURPOSE=${RECOMMENDED_MEMORY_PURPOSE-}
}

# Ends the script where a setting cannot be.
check_variables() {
  check_version MINECRAFT_VERSION "${MINECRAFT_VERSION-}"
  check_version MODLOADER_VERSION "${MODLOADER_VERSION-}"
  # Known failures apply to one version only.
  [ "${FAILING_MODLOADER_VERSION-}" = "$MODLOADER_VERSION" ] || FAILING_JAVA_UPDATES='' JAVA_RELEASE=''
  [ -z "$JAVA_RELEASE" ] || check_version JAVA_RELEASE "$JAVA_RELEASE"
  [ "${MODLOADER-}" = "$supported_modloader" ] || stop \
    "variables.txt names the modloader ${MODLOADER:-nothing}, but this start.sh installs $supported_modloader." \
    'A server pack holds the start script of its own modloader only.'
  case $MIRROR in
    '' | http://* | https://*) ;;
    *) stop "MIRROR must begin with http:// or https://, found: $MIRROR" ;;
  esac
  build_advice=
  case ${NEWEST_BUILD-} in
    "$MINECRAFT_VERSION-$MODLOADER_VERSION") ;;
    "$MINECRAFT_VERSION"-*) build_advice="If it can no longer be had, set MODLOADER_VERSION=${NEWEST_BUILD#*-} in variables.txt, the newest known, or a MIRROR that has it." ;;
  esac
}

# Versions become part of addresses and paths, so only the characters of versions are allowed.
check_version() {
  case $2 in
    '') stop "variables.txt does not set $1." ;;
    *[!0-9A-Za-z.+_-]*) stop "variables.txt: $1 may hold letters, digits and . + _ - only, found: $2" ;;
  esac
}
