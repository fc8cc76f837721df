# Runs Java with the given arguments in place of this script or, with RESTART, again whenever it ends.
run_java() {
  say "Starting $MODLOADER $MODLOADER_VERSION for Minecraft $MINECRAFT_VERSION with Java ${java_version:-unknown}."
  is_true "$RESTART" || exec "$JAVA" "$@"
  stopping=false
  child=
  quick_ends=0
  trap 'stopping=true; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' HUP INT TERM
  # A program in the background gets no input unless it is given, and the server's console needs it. It is kept as 3,
  # since some shells have let go of 0 before they look at it.
  exec 3<&0
  while :; do
    # Backquotes: bash 5.2 loses a signal that comes while it reads the other form, and starts the server once more.
    # shellcheck disable=SC2006
    started=`date +%s`
    "$JAVA" "$@" <&3 3<&- &
    await "$!"
    [ "$stopping" = false ] || exit "$status"
    count_quick_ends
    say "The server ended with status $status and starts again in 5 seconds. Press Ctrl+C to end it."
    sleep 5 3<&- &
    await "$!"
    [ "$stopping" = false ] || exit 0
  done
}

# A server that ends again and again before it is up will not come up by itself.
count_quick_ends() {
  # shellcheck disable=SC2006
  ended=`date +%s`
  if [ $((ended - started)) -ge 60 ]; then
    quick_ends=0
    return
  fi
  quick_ends=$((quick_ends + 1))
  [ "$quick_ends" -ge 3 ] || return 0
  stop "The server ended three times in a row within 60 seconds of its start, the last time with status $status." \
    'It is not started again. Why it ended is in logs/latest.log and in crash-reports.'
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
