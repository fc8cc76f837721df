supported_modloader=NeoForge

server_is_installed() {
  server=libraries/net/neoforged/forge/$MINECRAFT_VERSION-$MODLOADER_VERSION/unix_args.txt
  [ -f "$server" ]
}

install_server() {
  release=$MINECRAFT_VERSION-$MODLOADER_VERSION
  download_verified https://maven.neoforged.net \
    "/releases/net/neoforged/forge/$release/forge-$release-installer.jar" installer.jar
  run_installer --installServer
}

launch_server() {
  launch_arguments_file "$server"
}
