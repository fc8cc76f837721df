accept_eula() {
  if [ -f eula.txt ] && grep -qi '^[[:space:]]*eula[[:space:]]*[=:][[:space:]]*true[[:space:]]*$' eula.txt; then return; fi
  if ! is_true "${EULA-}"; then
    [ -t 0 ] || stop 'The Minecraft EULA is not accepted: https://aka.ms/MinecraftEULA' \
      'Read it, then start with EULA=true in the environment, or write eula=true into eula.txt.'
    say 'Running a server needs your agreement to the Minecraft EULA: https://aka.ms/MinecraftEULA'
    printf 'Type "I agree" to accept it: '
    IFS= read -r answer || answer=
    [ "$answer" = 'I agree' ] || stop 'The Minecraft EULA was not accepted.'
  fi
  (say 'eula=true' >eula.txt) 2>/dev/null || check_disk eula.txt
}
