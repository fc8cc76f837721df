# Runs the jar $1 with the arguments of ADDITIONAL_ARGS and JAVA_ARGS before it.
launch_jar() {
  server_jar=$1
  set --
  rest=$ADDITIONAL_ARGS
  while next_argument; do set -- "$@" "$argument"; done
  rest=$JAVA_ARGS
  while next_argument; do set -- "$@" "$argument"; done
  run_java "$@" -jar "$server_jar" nogui
}
