# UpdateServer in start.jar does the updates, with any Java. Its status is 10 when it has exchanged the files of this
# server, so that the script has to begin anew.

# Runs UpdateServer from a copy of start.jar, which it may replace. An exchange of files ends with the same copy.
run_updater() (
  if [ -z "${java_report-}" ]; then
    any_java=true
    # A start prints the same again.
    read_variables >/dev/null
    if [ "$1" = folder ]; then
      # A panel installs servers in containers without Java.
      INSTALL_JAVA=true
      find_java
    else
      find_java >/dev/null
    fi
  fi
  jar=start.jar
  if [ "$1" != folder ]; then
    jar=.update/updater.jar
    if [ ! -f "$jar" ] || { [ ! -d .update/ready ] && [ ! -d .update/back ]; }; then
      { mkdir -p .update && cp start.jar "$jar.new" && mv -f "$jar.new" "$jar"; } || {
        check_disk "$jar.new"
        stop "This file cannot be written: $jar"
      }
    fi
  fi
  export UPDATE_URL="${UPDATE_URL-}"
  run_class "$jar" UpdateServer "$@"
)

# Runs a class of the jar $1 with arguments.
run_class() {
  set -- "$JAVA" -cp "$@"
  # Elsewhere, Java knows no names of files with other letters than English ones.
  case ${LC_ALL:-${LC_CTYPE:-${LANG-}}} in
    *[Uu][Tt][Ff]*) "$@" ;;
    *) env LC_ALL=C.UTF-8 "$@" ;;
  esac
}

# Goes on with an update that an earlier start was ended in.
settle_update() {
  for part in next back ready trial; do
    [ -d ".update/$part" ] || continue
    run_updater settle || exit 1
    return
  done
}

# Stores in $answer whether an update is wanted: yes, ask, or no when nobody can be asked.
find_answer() {
  answer=no
  [ ! -t 0 ] || answer=ask
  [ "$confirmed" = false ] || answer=yes
}

# Brings the server in folder $1 to this server pack.
update_server() {
  [ -f "$1/server-pack.json" ] || stop "There is no server pack of ours: $1" \
    '--update takes the folder of the older server; unpack the new server pack into a folder of its own and start it there.'
  server=$(CDPATH='' cd -- "$1" && pwd) || stop "The folder cannot be entered: $1"
  [ "$server" != "$PWD" ] || stop '--update takes the folder of the older server, not the one that start.sh is in.'
  lock_folder "$server"
  find_answer
  run_updater folder "$server" "$answer"
}

update_before_start() {
  run_updater unasked
  status=$?
  [ "$status" != 10 ] || start_anew
  [ ! -d .update/ready ] || exit 1
  [ "$status" = 0 ] || say 'The server starts as it is.'
}

# After an update, a server that fails with $status before it is up gets its old files back and starts with them.
judge_update() {
  [ -d .update/trial ] || return 0
  run_updater ended "$stopping" "$status" $((ended - started))
  [ "$?" != 10 ] || start_anew
}
