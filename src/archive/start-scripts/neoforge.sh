supported_modloader=NeoForge

server_is_installed() {
  server=libraries/net/neoforged/neoforge/$MODLOADER_VERSION/unix_args.txt
  [ -f "$server" ]
}

install_server() {
  download_verified https://maven.neoforged.net \
    "/releases/net/neoforged/neoforge/$MODLOADER_VERSION/neoforge-$MODLOADER_VERSION-installer.jar" installer.jar
  run_installer --installServer
}

launch_server() {
  launch_arguments_file "$server"
}
