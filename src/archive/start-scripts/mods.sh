# StrayJars in start.jar names the jars in mods/ that this server pack does not have, such as those of an older one that
# it was unpacked over. With --clean it moves them aside.
check_mods() {
  if [ "$clean" = false ] && { [ ! -d mods ] || [ ! -f server-pack.json ] || [ ! -f start.jar ]; }; then return; fi
  run_class start.jar StrayJars "$clean" "$MODLOADER" "$MODLOADER_VERSION" "$MINECRAFT_VERSION" || [ "$clean" = false ] || exit 1
}
