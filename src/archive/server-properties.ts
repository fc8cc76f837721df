/** The `server.properties` of a server pack whose modpack has none: what matters for mods, the rest as the game has it. */
export const defaultServerProperties = `allow-flight=true
enable-command-block=true
level-type=default
max-tick-time=120000
motd=A Minecraft Server
online-mode=true
server-port=25565
spawn-protection=16
view-distance=10
`;
