supported_modloader=Forge

server_is_installed() {
  server=forge.jar
  [ -f "$server" ]
}

# Some releases for game versions from 1.7.2 to 1.10 have the game version again after their own, in one of these forms;
# people and lists often give only the part before it.
install_server() {
  release=$MINECRAFT_VERSION-$MODLOADER_VERSION
  rm -f installer.jar.unverified
  for ending in '' "-$MINECRAFT_VERSION" "-$MINECRAFT_VERSION.0" "-mc$(printf '%s' "$MINECRAFT_VERSION" | tr -d .)"; do
    if download https://maven.minecraftforge.net \
      "/net/minecraftforge/forge/$release$ending/forge-$release$ending-installer.jar" installer.jar.unverified; then
      release=$release$ending
      break
    fi
    case $MINECRAFT_VERSION in
      1.7.* | 1.8* | 1.9* | 1.10*) ;;
      *) break ;;
    esac
  done
  [ -f installer.jar.unverified ] || stop_download
  verify_download installer.jar
  rm -f -- "forge-$release.jar" "forge-$release-universal.jar" "minecraftforge-universal-$release"*.jar
  run_installer --installServer
  # Releases for game versions up to 1.6.4 have the parts of the name in reverse order, some with a word after it.
  for jar in "forge-$release.jar" "forge-$release-universal.jar" "minecraftforge-universal-$release"*.jar; do
    if [ -f "$jar" ]; then
      mv -f -- "$jar" forge.jar
      return
    fi
  done
}

launch_server() {
  launch_jar "$server"
}
