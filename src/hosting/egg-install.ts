/**
 * The install script of a panel's egg, run as root in a container of its own (bash on Debian) for each install and
 * reinstall of /mnt/server. `start.sh --update` updates an existing server to the server pack and keeps its worlds and
 * settings.
 */
export const eggInstallScript = `#!/bin/bash
# Puts the server pack of SERVER_PACK_URL into /mnt/server, or brings the server that is there to it.
set -euo pipefail

for program in curl unzip; do
  command -v "$program" >/dev/null || missing=true
done
if [ "\${missing:-}" = true ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ca-certificates curl unzip
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "Fetching the server pack"
curl -fsSL --proto '=https,http' --retry 3 -o "$work/server-pack.zip" --url "$SERVER_PACK_URL"
if [ -n "\${SERVER_PACK_SHA256:-}" ]; then
  if ! echo "$SERVER_PACK_SHA256  $work/server-pack.zip" | sha256sum --check --status -; then
    echo "What was fetched does not have the SHA-256 of SERVER_PACK_SHA256. Blank that variable when you change the address."
    exit 1
  fi
fi
unzip -q "$work/server-pack.zip" -d "$work/pack"

mkdir -p /mnt/server
if [ -f /mnt/server/server-pack.json ]; then
  cd "$work/pack"
  sh start.sh --update /mnt/server --yes
else
  # Last, since a server with this file counts as complete.
  mv "$work/pack/server-pack.json" "$work/"
  cp -a "$work/pack/." /mnt/server/
  cp "$work/server-pack.json" /mnt/server/
fi
echo "The server pack is in place. The first start installs the server."
`;
