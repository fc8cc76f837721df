# Downloads Eclipse Temurin in the recommended version, or its release JAVA_RELEASE, into the folder .java and stores
# its program in JAVA. Adoptium's list of releases gives the checksum.
install_java() {
  [ -n "$recommended_java" ] || stop 'INSTALL_JAVA cannot choose a Java: the version that this game needs is not known.' \
    "$(where_to_get_java)"
  find_platform
  find_temurin
  download https://github.com "${link#https://github.com}" java.tar.gz || stop "The download failed: $address" \
    "$(where_to_get_java)"
  found=$(checksum_of java.tar.gz 256)
  if [ "$found" != "$checksum" ]; then
    rm -f -- java.tar.gz
    stop "The download is damaged or was changed: $address" "SHA-256 expected $checksum" "SHA-256 found    $found"
  fi
  rm -rf .java/new ".java/temurin-$recommended_java" ".java/temurin-$recommended_java.sha256"
  mkdir -p .java/new || stop 'The folder .java cannot be made.'
  tar -xzf java.tar.gz -C .java/new || {
    check_disk java.tar.gz
    stop 'Java could not be unpacked; tar and gzip are needed.'
  }
  mv .java/new/*/ ".java/temurin-$recommended_java" || stop "Java could not be unpacked: $address"
  rm -rf .java/new java.tar.gz
  say "$(checksum_of_folder ".java/temurin-$recommended_java")" >".java/temurin-$recommended_java.sha256"
  for program in ".java/temurin-$recommended_java/bin/java" ".java/temurin-$recommended_java/Contents/Home/bin/java"; do
    [ -x "$program" ] || continue
    try_java "$program" && return
  done
  stop "The Java that was fetched does not run here: $address" "$(where_to_get_java)"
}

# Whether the Java in the folder $1 is unchanged since its installation.
was_installed_here() {
  [ -f "$1.sha256" ] || return 1
  read -r known <"$1.sha256"
  [ "${#known}" = 64 ] && [ "$known" = "$(checksum_of_folder "$1")" ]
}

# Prints one checksum for the names and contents of all files in the folder $1.
checksum_of_folder() {
  find_summing 256
  # shellcheck disable=SC2086 # It is a program and its options.
  sum=$( (CDPATH='' cd -- "$1" && find . ! -type d | LC_ALL=C sort | tr '\n' '\0' | xargs -0 $summing) 2>/dev/null | $summing)
  printf '%s' "${sum%% *}"
}

# Stores Adoptium's names for this system and processor in $platform and $processor.
find_platform() {
  system=$(uname -s)
  machine=$(uname -m)
  case $system in
    Linux) platform=linux ;;
    Darwin) platform=mac ;;
    *) stop "INSTALL_JAVA knows no Java for this system: $system" "$(where_to_get_java)" ;;
  esac
  [ ! -f /etc/alpine-release ] || platform=alpine-linux
  case $machine in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=aarch64 ;;
    armv7l | armv8l) processor=arm ;;
    ppc64le | s390x | riscv64) processor=$machine ;;
    *) stop "INSTALL_JAVA knows no Java for this processor: $machine" "$(where_to_get_java)" ;;
  esac
}

# Stores address and checksum of the release in $link and $checksum. Some versions exist as development kits only. macOS
# runs x64 programs on other processors, too (with Rosetta); Java 8 exists there only for x64.
find_temurin() {
  find_temurin_for "$processor" && return
  if [ "$platform $processor" = 'mac aarch64' ] && find_temurin_for x64; then
    say "There is no Java $recommended_java for this processor: the one for x64 is fetched, which runs by Rosetta."
    return
  fi
  stop "No Java $recommended_java could be had from https://adoptium.net for $platform on $processor." \
    "$(where_to_get_java)"
}

find_temurin_for() {
  for kind in jre jdk; do
    query="architecture=$1&image_type=$kind&os=$platform"
    if [ -n "$JAVA_RELEASE" ]; then
      query="release_name/eclipse/$JAVA_RELEASE?$query&jvm_impl=hotspot"
    else
      query="latest/$recommended_java/hotspot?$query&vendor=eclipse"
    fi
    download https://api.adoptium.net "/v3/assets/$query" java.json || continue
    package=$(tr -d '\r\n\t ' <java.json | sed -n 's/.*"package":{\([^}]*\)}.*/\1/p')
    rm -f java.json
    checksum=$(printf '%s\n' "$package" | sed -n 's/.*"checksum":"\([0-9a-f]*\)".*/\1/p')
    link=$(printf '%s\n' "$package" | sed -n 's/.*"link":"\([^"]*\)".*/\1/p')
    case $link in
      https://github.com/adoptium/*.tar.gz) [ "${#checksum}" != 64 ] || return 0 ;;
    esac
  done
  return 1
}
