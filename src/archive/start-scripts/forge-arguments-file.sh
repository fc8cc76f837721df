supported_modloader=Forge

# Newer releases start with a jar of their own, older ones only with their argument file.
server_is_installed() {
  release=$MINECRAFT_VERSION-$MODLOADER_VERSION
  server=libraries/net/minecraftforge/forge/$release/unix_args.txt
  [ -f "$server" ] || server=forge-$release-shim.jar
  [ -f "$server" ]
}

install_server() {
  release=$MINECRAFT_VERSION-$MODLOADER_VERSION
  download_verified https://maven.minecraftforge.net \
    "/net/minecraftforge/forge/$release/forge-$release-installer.jar" installer.jar
  run_installer --installServer ${MIRROR:+--mirror "$MIRROR/"}
}

launch_server() {
  launch_arguments_file "$server"
}
