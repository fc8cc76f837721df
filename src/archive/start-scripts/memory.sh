# Without JAVA_ARGS, Java would take a quarter of the memory: too little on a small machine and a waste on a large one.
# The server gets what is recommended for it. A quarter of the memory, and at least 1 GiB, is left to all else: Java
# itself takes about that much beside its heap.
choose_memory() {
  case $JVM_PRESET in
    '' | aikar | small) ;;
    zgc)
      [ "${java_major:-0}" -ge 21 ] || stop "JVM_PRESET=zgc needs Java 21 or newer; found Java ${java_major:-unknown}: $JAVA" \
        'Blank JVM_PRESET in variables.txt, or choose aikar or small.'
      ;;
    *) stop "JVM_PRESET may be aikar, zgc, small or blank, found: $JVM_PRESET" ;;
  esac
  heap=
  if [ -z "$JAVA_ARGS" ] && ! memory_is_given; then
    find_memory
    case ${RECOMMENDED_MEMORY:=4096} in
      0* | *[!0-9]* | ???????*) stop "RECOMMENDED_MEMORY has to be a number of MiB, found: $RECOMMENDED_MEMORY" ;;
    esac
    heap=$RECOMMENDED_MEMORY
    there='the memory of this machine is unknown'
    if [ -n "$memory" ]; then
      there="this machine has $(in_gib "$memory") GiB"
      most=$((memory - memory / 4))
      [ "$most" -le $((memory - 1024)) ] || most=$((memory - 1024))
      [ "$most" -ge 1024 ] || most=1024
      [ "$heap" -le "$most" ] || heap=$most
    fi
    JAVA_ARGS=-Xmx${heap}M
    say "-Xmx${heap}M: about $(in_gib "$RECOMMENDED_MEMORY") GiB are recommended ${RECOMMENDED_MEMORY_PURPOSE:-for this pack}; $there. \
JAVA_ARGS in variables.txt changes it."
    [ "$heap" -eq "$RECOMMENDED_MEMORY" ] ||
      say 'Note: that is less than recommended, so the server may be slow or run out of memory. Give this machine or container more.'
  fi
  case $JVM_PRESET in
    aikar) use_aikar_flags ;;
    zgc) use_zgc_flags ;;
    small) JAVA_ARGS="-XX:+UseSerialGC $JAVA_ARGS" ;;
  esac
}

# Prints an amount of MiB in GiB.
in_gib() {
  tenths=$((($1 * 10 + 512) / 1024))
  gib=$((tenths / 10)).$((tenths % 10))
  printf '%s' "${gib%.0}"
}

memory_is_given() {
  case "$ADDITIONAL_ARGS ${JAVA_TOOL_OPTIONS-} ${JDK_JAVA_OPTIONS-} ${_JAVA_OPTIONS-}" in
    *-Xmx* | *MaxRAMPercentage* | *MaxHeapSize*) return 0 ;;
    *) return 1 ;;
  esac
}

# Flags for G1 that many servers use, as published at https://mcflags.emc.gs for up to 12 GB. JAVA_ARGS follow and
# override them.
use_aikar_flags() {
  [ -z "$heap" ] || JAVA_ARGS="-Xms${heap}M $JAVA_ARGS"
  JAVA_ARGS="-XX:+UseG1GC -XX:+ParallelRefProcEnabled -XX:MaxGCPauseMillis=200 -XX:+UnlockExperimentalVMOptions \
-XX:+DisableExplicitGC -XX:+AlwaysPreTouch -XX:G1NewSizePercent=30 -XX:G1MaxNewSizePercent=40 -XX:G1HeapRegionSize=8M \
-XX:G1ReservePercent=20 -XX:G1HeapWastePercent=5 -XX:G1MixedGCCountTarget=4 -XX:InitiatingHeapOccupancyPercent=15 \
-XX:G1MixedGCLiveThresholdPercent=90 -XX:G1RSetUpdatingPauseTimePercent=5 -XX:SurvivorRatio=32 \
-XX:+PerfDisableSharedMem -XX:MaxTenuringThreshold=1 $JAVA_ARGS"
}

# From Java 23 on, ZGC is generational by default, and Java 24 no longer knows the flag.
use_zgc_flags() {
  [ "$java_major" -ge 23 ] || JAVA_ARGS="-XX:+ZGenerational $JAVA_ARGS"
  JAVA_ARGS="-XX:+UseZGC $JAVA_ARGS"
}

# Stores the memory of this machine, or of its container, in megabytes in $memory; empty when unknown.
find_memory() {
  memory=
  if [ -r /proc/meminfo ]; then
    while read -r name amount _; do
      [ "$name" != MemTotal: ] || memory=$((amount / 1024))
    done </proc/meminfo
  elif command -v sysctl >/dev/null 2>&1; then
    bytes=$(sysctl -n hw.memsize 2>/dev/null)
    case $bytes in
      '' | *[!0-9]*) ;;
      *) memory=$((bytes / 1048576)) ;;
    esac
  fi
  [ -r /proc/self/cgroup ] || return 0
  while IFS=: read -r number controllers group; do
    case $number:$controllers in
      0:) limit_memory_by_group /sys/fs/cgroup "$group" memory.max ;;
      *:memory) limit_memory_by_group /sys/fs/cgroup/memory "$group" memory.limit_in_bytes ;;
    esac
  done </proc/self/cgroup
}

# A group's limit also applies to the groups inside it, so all parents count. A container sees only the root.
limit_memory_by_group() {
  group=${2%/}
  while :; do
    if [ -r "$1$group/$3" ]; then
      read -r limit <"$1$group/$3"
      case $limit in
        # "max", or a meaningless number of more than fifteen digits, means no limit.
        '' | *[!0-9]* | ????????????????*) ;;
        *) [ -n "$memory" ] && [ $((limit / 1048576)) -ge "$memory" ] || memory=$((limit / 1048576)) ;;
      esac
    fi
    [ -n "$group" ] || return 0
    group=${group%/*}
  done
}
