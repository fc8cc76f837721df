supported_modloader=Forge

server_is_installed() {
  [ -f forge.jar ]
}

install_server() {
  release=$MINECRAFT_VERSION-$MODLOADER_VERSION
  download_verified https://maven.minecraftforge.net \
    "/net/minecraftforge/forge/$release/forge-$release-installer.jar" installer.jar
  run_installer --installServer
  for jar in "forge-$release.jar" "forge-$release-universal.jar"; do
    if [ -f "$jar" ]; then
      mv -f -- "$jar" forge.jar
      return
    fi
  done
}

launch_server() {
  launch_jar forge.jar
}
