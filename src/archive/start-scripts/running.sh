# Runs Java with the given arguments in place of this script; with RESTART, again whenever it ends; after an update, to see whether the
# server comes up.
run_java() {
  say "Starting $MODLOADER $MODLOADER_VERSION for Minecraft $MINECRAFT_VERSION with Java ${java_version:-unknown}."
  mark_start
  is_true "$RESTART" || [ -d .update/trial ] || exec "$JAVA" "$@"
  stopping=false
  child=
  quick_ends=0
  trap 'stopping=true; interrupted=true; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' HUP INT TERM
  # A program in the background gets no input unless it is given, and the server's console needs it. It is kept as 3,
  # since some shells have let go of 0 before they look at it.
  exec 3<&0
  while :; do
    # Backquotes: bash 5.2 loses a signal that comes while it reads the other form, and starts the server once more.
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

# A server that ends again and again before it is up will not come up by itself.
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

# A signal ends the wait early, so it is waited on until nothing has ended it. Whether there is a process of that number says
# nothing: once the program has gone, the number may be another's.
await() {
  child=$1
  [ "$stopping" = false ] || kill -TERM "$child" 2>/dev/null
  interrupted=false
  wait "$child"
  status=$?
  while [ "$interrupted" = true ]; do
    interrupted=false
    wait "$child" 2>/dev/null
    # Of a program that had ended before the signal came, some shells know nothing any more.
    set -- "$1" "$?"
    [ "$2" -eq 127 ] || status=$2
  done
  child=
}
