run_installer() {
  say "Installing the $MODLOADER $MODLOADER_VERSION server for Minecraft $MINECRAFT_VERSION ..."
  "$JAVA" -jar installer.jar "$@" </dev/null || {
    check_disk installer.jar.log
    stop "The installer of $MODLOADER failed; its messages are above." \
      'Start again to retry. It downloads from the game and the modloader directly, so it needs the network.' \
      ${build_advice:+"$build_advice"}
  }
  rm -f -- installer.jar installer.jar.log
}

installed_versions() {
  printf 'MINECRAFT_VERSION=%s\nMODLOADER=%s\nMODLOADER_VERSION=%s' "$MINECRAFT_VERSION" "$MODLOADER" "$MODLOADER_VERSION"
}

# .previousrun is written after a complete installation. It names the installed versions, with the checksum of the
# started file.
prepare_server() {
  # An earlier start was ended during its installation.
  [ ! -d .previous-server ] || put_back
  previous=
  checksum=
  if [ -f .previousrun ]; then
    previous=$(sed '/^SERVER_SHA256=/d' .previousrun)
    checksum=$(sed -n 's/^SERVER_SHA256=//p' .previousrun)
  fi
  if [ "$cleanup" = true ] || { [ -n "$previous" ] && [ "$previous" != "$(installed_versions)" ]; }; then
    set_aside
    previous=
  fi
  if [ -n "$previous" ] && server_is_installed; then
    [ "$(checksum_of "$server" 256)" != "$checksum" ] || return 0
    say "$server is not what was installed here, or was installed by an older start script: installing again."
  fi
  # Old files could be mistaken for installed ones.
  while server_is_installed; do
    rm -f -- "$server" || stop "This file cannot be removed: $server"
  done
  install_server
  server_is_installed || stop "The installation of $MODLOADER $MODLOADER_VERSION left no server to run." \
    'Run ./start.sh --cleanup to install it again.'
  {
    installed_versions
    printf '\nSERVER_SHA256=%s\n' "$(checksum_of "$server" 256)"
  } >.previousrun || check_disk .previousrun
  trap - EXIT
  rm -rf .previous-server
}

# Moves the files of earlier installations into .previous-server until a new one is complete. All modloaders' files
# move, since the pack may have changed its modloader. .previousrun, which marks a complete installation, moves last.
set_aside() {
  say 'Setting the installed server aside.'
  mkdir .previous-server || stop 'This folder cannot be made: .previous-server'
  trap put_back EXIT
  for path in libraries versions .fabric .fabric-installer .mixin.out ldlib run.sh run.bat user_jvm_args.txt forge.jar \
    fabric-server-launcher.jar fabric-server-launch.jar fabric-server-launcher.properties quilt-server-launch.jar \
    quilt-server-launcher.properties ./*installer.jar ./*installer.jar.log ./forge-*-shim.jar ./minecraft_server.*.jar \
    server.jar .previousrun; do
    # A copy of start.jar stays, for a host that runs no other name.
    if [ "$path" = server.jar ] && cmp -s start.jar server.jar; then continue; fi
    [ ! -e "$path" ] || mv -- "$path" .previous-server/ || stop "This cannot be moved: $path"
  done
}

# Restores the previously installed server in place of the new files.
put_back() {
  trap - EXIT
  for path in .previous-server/* .previous-server/.[!.]*; do
    [ -e "$path" ] || continue
    rm -rf -- "${path#.previous-server/}"
    mv -- "$path" .
  done
  rmdir .previous-server
  say 'The server that was installed before is back in its place.'
}
