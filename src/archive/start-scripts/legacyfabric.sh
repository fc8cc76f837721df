supported_modloader=LegacyFabric

server_is_installed() {
  server=fabric-server-launch.jar
  [ -f "$server" ]
}

install_server() {
  check_version INSTALLER_VERSION "$INSTALLER_VERSION"
  download_verified https://maven.legacyfabric.net \
    "/net/legacyfabric/fabric-installer/$INSTALLER_VERSION/fabric-installer-$INSTALLER_VERSION.jar" installer.jar
  run_installer server -mcversion "$MINECRAFT_VERSION" -loader "$MODLOADER_VERSION" -downloadMinecraft
}

launch_server() {
  launch_jar "$server"
}
