import { folderOf, type HostedPack, nameInLine } from './hosted-pack.ts';

/** Shell commands for Linux or macOS that fetch, verify, unpack and start the server pack. */
export function linuxCommands(pack: HostedPack): string {
  const folder = folderOf(pack);
  return [
    `curl -fL --retry 3 -o ${folder}.zip ${inShell(pack.downloadUrl)} &&`,
    `echo '${pack.sha256}  ${folder}.zip' | { sha256sum -c - 2>/dev/null || shasum -a 256 -c -; } &&`,
    `unzip -q ${folder}.zip -d ${folder} &&`,
    `cd ${folder} && sh start.sh`,
    '',
  ].join('\n');
}

/** Shell commands that install a server pack with packwiz-installer; run again, they fetch its changes. */
export function packwizCommands(pack: HostedPack): string {
  const { format, gameVersion, modloader, modloaderVersion } = pack;
  const install = `java -jar packwiz-installer-bootstrap.jar -g -s server ${inShell(pack.packwizUrl)}`;
  const own = `# Then install and start ${modloader} ${modloaderVersion} for ${gameVersion}. Players leave out -g -s server.`;
  return [
    `# ${nameInLine(pack)}, server pack ${pack.id}`,
    '# packwiz-installer-bootstrap.jar: https://github.com/packwiz/packwiz-installer-bootstrap/releases',
    ...(format === 'ZIP' ? [`${install} &&`, 'sh start.sh'] : [install, own]),
    '',
  ].join('\n');
}

/**
 * PowerShell commands that fetch, verify, unpack and start the server pack; the block stops at the first failing line.
 */
export function windowsCommands(pack: HostedPack): string {
  const folder = folderOf(pack);
  return [
    '& {',
    "  $ErrorActionPreference = 'Stop'",
    `  Invoke-WebRequest -UseBasicParsing -Uri ${inPowerShell(pack.downloadUrl)} -OutFile ${folder}.zip`,
    `  if ((Get-FileHash ${folder}.zip -Algorithm SHA256).Hash -ne '${pack.sha256.toUpperCase()}') {`,
    `    throw '${folder}.zip is not the server pack. Delete it and try again.'`,
    '  }',
    `  Expand-Archive ${folder}.zip -DestinationPath ${folder}`,
    `  Set-Location ${folder}`,
    '  .\\start.bat',
    '}',
    '',
  ].join('\n');
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** PowerShell also ends a string at typographic quotes. */
function inPowerShell(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
}
