import { folderOf, type HostedPack, nameInLine } from './hosted-pack.ts';

/** A systemd unit that runs the unpacked server pack as a dedicated user with access only to its own folder. */
export function systemdUnit(pack: HostedPack): string {
  const name = folderOf(pack);
  const folder = `/srv/${name}`;
  return [
    `# Save it as /etc/systemd/system/${name}.service. Before that, as root:`,
    '#   useradd --system --shell /usr/sbin/nologin minecraft',
    `#   unzip ${name}.zip -d ${folder} && chown -R minecraft: ${folder}`,
    `# Then: systemctl daemon-reload && systemctl enable --now ${name}`,
    '',
    '[Unit]',
    `Description=${inUnit(nameInLine(pack))} (Minecraft server)`,
    'Wants=network-online.target',
    'After=network-online.target',
    '',
    '[Service]',
    'User=minecraft',
    `WorkingDirectory=${folder}`,
    'ExecStart=/bin/sh start.sh',
    '# Without the # in front, you agree to https://aka.ms/MinecraftEULA',
    '#Environment=EULA=true',
    '# Java ends with 143 when it is told to stop; a large world takes its time to be saved.',
    'SuccessExitStatus=143',
    'TimeoutStopSec=120',
    'Restart=on-failure',
    'RestartSec=15',
    'NoNewPrivileges=yes',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'ProtectHome=yes',
    'ProtectSystem=strict',
    `ReadWritePaths=${folder}`,
    'ProtectKernelTunables=yes',
    'ProtectControlGroups=yes',
    '',
    '[Install]',
    'WantedBy=multi-user.target',
    '',
  ].join('\n');
}

/** A percent sign begins a specifier of systemd, and a backslash at the end joins two lines. */
function inUnit(text: string): string {
  return text.replaceAll('%', '%%').replaceAll('\\', '/');
}
