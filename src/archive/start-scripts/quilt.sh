supported_modloader=Quilt

server_is_installed() {
  server=quilt-server-launch.jar
  [ -f "$server" ]
}

install_server() {
  check_version INSTALLER_VERSION "$INSTALLER_VERSION"
  download_verified https://maven.quiltmc.org \
    "/repository/release/org/quiltmc/quilt-installer/$INSTALLER_VERSION/quilt-installer-$INSTALLER_VERSION.jar" installer.jar
  run_installer install server "$MINECRAFT_VERSION" "$MODLOADER_VERSION" --download-server --install-dir=.
}

launch_server() {
  launch_jar "$server"
}
