# Runs Java with the given arguments in place of this script; with RESTART, again whenever it ends; after an update, as
# a child, to see whether the server comes up.
run_java() {
  say "Starting $MODLOADER $MODLOADER_VERSION for Minecraft $MINECRAFT_VERSION with Java ${java_version:-unknown}."
  [ ! -d .update/trial ] || run_updater started
  is_true "$RESTART" || [ -d .update/trial ] || exec "$JAVA" "$@"
  stopping=false
  child=
  quick_ends=0
  trap 'stopping=true; interrupted=true; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' HUP INT TERM
  # A background program needs its input passed explicitly, for the server's console. The input is kept as 3, since some
  # shells close 0 before they use it.
  exec 3<&0
  while :; do
    # Backquotes: bash 5.2 loses a signal while it reads the other form, and would start the server once more.
    # shellcheck disable=SC2006
    started=`date +%s`
    "$JAVA" "$@" <&3 3<&- &
    await "$!"
    # shellcheck disable=SC2006
    ended=`date +%s`
    judge_update
    [ "$stopping" = false ] || exit "$status"
    is_true "$RESTART" || exit "$status"
    count_quick_ends
    say "The server ended with status $status and starts again in 5 seconds. Press Ctrl+C to end it."
    sleep 5 3<&- &
    await "$!"
    [ "$stopping" = false ] || exit 0
  done
}

# A server that repeatedly ends before it is up will not come up by itself.
count_quick_ends() {
  if [ $((ended - started)) -ge 60 ]; then
    quick_ends=0
    return
  fi
  quick_ends=$((quick_ends + 1))
  [ "$quick_ends" -ge 3 ] || return 0
  stop "The server ended three times in a row within 60 seconds of its start, the last time with status $status." \
    'It is not started again. Why it ended is in logs/latest.log and in crash-reports.'
}

# A signal ends the wait early, so the wait is repeated until nothing interrupts it. A process with that number proves
# nothing: the number may belong to another program by then.
await() {
  child=$1
  [ "$stopping" = false ] || kill -TERM "$child" 2>/dev/null
  interrupted=false
  wait "$child"
  status=$?
  while [ "$interrupted" = true ]; do
    interrupted=false
    wait "$child" 2>/dev/null
    # Some shells no longer know a program that had ended before the signal came.
    set -- "$1" "$?"
    [ "$2" -eq 127 ] || status=$2
  done
  child=
}
