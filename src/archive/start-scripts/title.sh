# Names the pack, the game and the modloader, and gives a terminal's window the pack's name for its title.
say_title() {
  title=$(printf '%s' "$PACK_TITLE" | tr -d '\000-\037\177')
  say "${title:+$title: }Minecraft $MINECRAFT_VERSION with $MODLOADER $MODLOADER_VERSION"
  [ -n "$title" ] && [ -t 1 ] || return 0
  case ${TERM:-dumb} in
    dumb) ;;
    *) printf '\033]0;%s\007' "$title" ;;
  esac
}
