# Writes JAVA_ARGS as the argument file that Forge and NeoForge expect, each argument quoted by Java's own rules.
write_user_jvm_args() {
  {
    say '# Written at every start from JAVA_ARGS of variables.txt; change it there.'
    rest=$JAVA_ARGS
    while next_argument; do
      printf '%s\n' "$argument" | sed 's/[\\"]/\\&/g; s/^/"/; s/$/"/'
    done
  } >user_jvm_args.txt.new || exit 1
  mv -f user_jvm_args.txt.new user_jvm_args.txt
}

# Runs the argument file $1, or the jar $1.
launch_arguments_file() {
  # Java 8 would take @user_jvm_args.txt for a class name, and its error would look like a broken pack.
  if [ -n "$java_major" ] && [ "$java_major" -lt 9 ]; then
    stop "$MODLOADER for Minecraft $MINECRAFT_VERSION cannot run on Java $java_major ($java_version): $JAVA" "$(where_to_get_java)"
  fi
  write_user_jvm_args
  server=$1
  set --
  rest=$ADDITIONAL_ARGS
  while next_argument; do set -- "$@" "$argument"; done
  case $server in
    *.jar) run_java "$@" @user_jvm_args.txt -jar "$server" nogui ;;
    *) run_java "$@" @user_jvm_args.txt "@$server" nogui ;;
  esac
}
