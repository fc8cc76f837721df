supported_modloader=Fabric

server_is_installed() {
  server=fabric-server-launcher.jar
  [ -f "$server" ] || server=fabric-server-launch.jar
  [ -f "$server" ]
}

# The ready server jar is built on request, so no checksum is published for it; the installer has one.
install_server() {
  check_version INSTALLER_VERSION "$INSTALLER_VERSION"
  # The ready jar downloads the game when it starts.
  if [ "$install_only" = false ] && download https://meta.fabricmc.net \
    "/v2/versions/loader/$MINECRAFT_VERSION/$MODLOADER_VERSION/$INSTALLER_VERSION/server/jar" fabric-server.zip; then
    if [ "$(head -c 2 fabric-server.zip)" = PK ]; then
      mv -f fabric-server.zip fabric-server-launcher.jar
      return
    fi
    rm -f fabric-server.zip
  fi
  say 'The ready server jar could not be downloaded; using the installer.'
  download_verified https://maven.fabricmc.net \
    "/net/fabricmc/fabric-installer/$INSTALLER_VERSION/fabric-installer-$INSTALLER_VERSION.jar" installer.jar
  run_installer server -mcversion "$MINECRAFT_VERSION" -loader "$MODLOADER_VERSION" -downloadMinecraft
}

launch_server() {
  launch_jar "$server"
}
