supported_modloader=Forge

server_is_installed() {
  [ -f forge.jar ]
}

install_server() {
  release=$MINECRAFT_VERSION-$MODLOADER_VERSION
  download_verified https://maven.minecraftforge.net \
    "/net/minecraftforge/forge/$release/forge-$release-installer.jar" installer.jar
  run_installer --installServer
  # Releases for game versions up to 1.6.4 put the name the other way round, some of them with a word behind it.
  for jar in "forge-$release.jar" "forge-$release-universal.jar" "minecraftforge-universal-$release"*.jar; do
    if [ -f "$jar" ]; then
      mv -f -- "$jar" forge.jar
      return
    fi
  done
}

launch_server() {
  launch_jar forge.jar
}
