# Downloads $1$2 as the file $3. MIRROR replaces $1, the scheme and host.
download() {
  address=${MIRROR:-$1}$2
  say "Downloading $address"
  rm -f -- "$3.download"
  if ! fetch "$address" "$3.download"; then
    check_disk "$3.download"
    return 1
  fi
  mv -f -- "$3.download" "$3"
}

# Downloads $1 as the file $2. Settings of curl and wget in the home folder are ignored when they may come from the
# modpack.
fetch() {
  if command -v curl >/dev/null 2>&1; then
    set -- fetch_by_curl "$1" "$2"
  elif command -v wget >/dev/null 2>&1; then
    set -- fetch_by_wget "$1" "$2"
  else
    stop 'Neither curl nor wget was found; one of them is needed to download the server.'
  fi
  report_waiting "$2" 2>/dev/null 9>&- &
  waiting=$!
  "$@"
  set -- "$?"
  kill "$waiting" 2>/dev/null
  wait "$waiting" 2>/dev/null
  return "$1"
}

# Prints after a while that the script waits for $1. Runs in parallel, in a subshell.
report_waiting() {
  trap 'kill "$!"; exit' TERM
  sleep 10 >/dev/null &
  wait "$!" && kill -0 "$$" && say "Waiting for $1 ..."
}

fetch_by_curl() {
  from=$1
  to=$2
  shift 2
  # curl accepts -q only as the first option.
  ! home_is_own || set -- -q "$@"
  # A site that accepts the connection and sends nothing would keep the server down.
  curl "$@" -fsSLg --retry 2 --connect-timeout 30 --speed-limit 1 --speed-time 60 -o "$to" -- "$from"
}

fetch_by_wget() {
  from=$1
  to=$2
  shift 2
  # GNU wget would wait for 15 minutes, 20 times; busybox's wget may crash over such options.
  ! wget --help 2>&1 | grep -q -e --tries || set -- "$@" -t 3 -T 60
  if home_is_own; then
    HOME=/ wget "$@" -q -O "$to" "$from"
  else
    wget "$@" -q -O "$to" "$from"
  fi
}

# Downloads a file from a Maven repository and compares it with the checksum published beside it.
download_verified() {
  download "$1" "$2" "$3.unverified" || stop_download
  verify_download "$3"
}

stop_download() {
  stop "The download failed: $address" 'Check the network, MIRROR, and that these versions exist:' \
    "Minecraft $MINECRAFT_VERSION, $MODLOADER $MODLOADER_VERSION." ${build_advice:+"$build_advice"}
}

# Renames $1.unverified, just downloaded from $address, to $1 when its checksum is right.
verify_download() {
  expected=
  for algorithm in 256 1; do
    fetch "$address.sha$algorithm" "$1.checksum" 2>/dev/null || continue
    read_checksum "$1.checksum" "$algorithm"
    [ -z "$expected" ] || break
  done
  rm -f -- "$1.checksum"
  if [ -z "$expected" ]; then
    rm -f -- "$1.unverified"
    check_disk "$1.checksum"
    stop "No checksum could be had for $address" 'Looked for it with .sha256 and .sha1 at the end. Try again later, or use another MIRROR.'
  fi
  found=$(checksum_of "$1.unverified" "$algorithm")
  if [ "$found" != "$expected" ]; then
    rm -f -- "$1.unverified"
    stop "The download is damaged or was changed: $address" "SHA-$algorithm expected $expected" "SHA-$algorithm found    $found"
  fi
  mv -f -- "$1.unverified" "$1"
}

# Stores the checksum at the beginning of the file $1 in $expected; empty when it is no SHA-$2.
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

# Prints the SHA-$2 of the file $1.
checksum_of() {
  find_summing "$2"
  sum=$($summing <"$1")
  case $sum in
    unknown:*) printf '%s' "$sum" ;;
    *) printf '%s' "${sum%% *}" ;;
  esac
}

# Stores the program that computes SHA-$1, with its options, in $summing.
find_summing() {
  if command -v "sha$1sum" >/dev/null 2>&1; then
    summing=sha$1sum
  elif command -v shasum >/dev/null 2>&1; then
    summing="shasum -a $1"
  elif command -v openssl >/dev/null 2>&1; then
    summing="openssl dgst -r -sha$1"
  else
    summing="echo unknown: sha$1sum, shasum or openssl is needed to verify downloads"
  fi
}
