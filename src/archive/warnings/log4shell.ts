import { compareGameVersions, isGameVersion } from '../../modloaders/game-version.ts';
import type { ModloaderName } from '../../modloaders/modloader.ts';
import type { RunConfiguration } from '../run-configuration.ts';

/**
 * How a server is protected from CVE-2021-44228, in which log4j looks up texts between `${` and `}` in a message:
 * - `UNAFFECTED`: the game has no log4j 2, or one without lookups.
 * - `FILTER`: a configuration of log4j that drops messages with `${`; log4j before 2.7 has nothing better.
 * - `PATTERN`: a configuration of log4j without lookups in messages (`%msg{nolookups}`, log4j 2.7 and later).
 * - `PROPERTY`: the property `log4j2.formatMsgNoLookups`, which log4j knows from 2.10 on.
 * - `LOADER`: the modloader brings its own, fixed log4j.
 */
export type Log4ShellProtection = 'UNAFFECTED' | 'FILTER' | 'PATTERN' | 'PROPERTY' | 'LOADER';

/** The protection by game version, as published by Mojang in December 2021; each row ends before the next. */
const byFirstGameVersion: readonly (readonly [first: string, Log4ShellProtection])[] = [
  ['1.18.1', 'UNAFFECTED'],
  ['1.17', 'PROPERTY'],
  ['1.12', 'PATTERN'],
  ['1.7', 'FILTER'],
  ['0', 'UNAFFECTED'],
];

/** First releases of Forge with a fixed log4j, as announced by Forge in December 2021. */
const firstMendedForge: Readonly<Record<string, string>> = {
  '1.12.2': '14.23.5.2857',
  '1.13.2': '25.0.222',
  '1.14.4': '28.2.25',
  '1.15.2': '31.2.56',
  '1.16.5': '36.2.20',
};

/** Every log4j that does not know the property ignores it, so every server gets it. */
const property = '-Dlog4j2.formatMsgNoLookups=true';

/** The protection from log4shell for the server of a run configuration. */
export function log4ShellProtection(run: {
  gameVersion: string;
  modloader: ModloaderName;
  modloaderVersion: string;
}): Log4ShellProtection {
  if (!isGameVersion(run.gameVersion)) return 'PROPERTY';
  // A pre-release has the log4j of its release, though it precedes the release; a snapshot by its week may have an older one.
  const release = run.gameVersion.split('-', 1)[0] ?? run.gameVersion;
  const mended = run.modloader === 'Forge' ? firstMendedForge[release] : undefined;
  if (mended !== undefined && isAtLeast(run.modloaderVersion, mended)) return 'LOADER';
  const found = byFirstGameVersion.find(([first]) => compareGameVersions(release, first) >= 0);
  return found?.[1] ?? 'PROPERTY';
}

/** The protecting arguments for Java, and a configuration file or null. */
export function log4ShellParts(run: RunConfiguration): {
  args: string[];
  file: { name: string; text: string } | null;
} {
  const protection = log4ShellProtection(run);
  if (protection !== 'FILTER' && protection !== 'PATTERN') return { args: [property], file: null };
  return {
    args: [property, `-Dlog4j.configurationFile=${configurationFile}`],
    file: {
      name: configurationFile,
      text:
        protection === 'FILTER' ? configuration('%msg', lookupFilter) : configuration('%msg{nolookups}', ''),
    },
  };
}

const configurationFile = 'log4j2-server.xml';

const lookupFilter = `
        <RegexFilter regex="(?s).*[$][{].*" onMatch="DENY" onMismatch="NEUTRAL"/>`;

/**
 * The game's settings for console and `logs/latest.log`, in the terms of log4j 2.0-beta9, the oldest version that the
 * game used.
 */
function configuration(message: string, filter: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- Keeps log4j from looking up what players write (CVE-2021-44228). See ADDITIONAL_ARGS in variables.txt. -->
<Configuration status="WARN">
  <Appenders>
    <Console name="Console" target="SYSTEM_OUT">
      <PatternLayout pattern="[%d{HH:mm:ss}] [%t/%level]: ${message}%n"/>
    </Console>
    <RollingRandomAccessFile name="File" fileName="logs/latest.log" filePattern="logs/%d{yyyy-MM-dd}-%i.log.gz">
      <PatternLayout pattern="[%d{HH:mm:ss}] [%t/%level] [%logger]: ${message}%n"/>
      <Policies>
        <TimeBasedTriggeringPolicy/>
        <OnStartupTriggeringPolicy/>
      </Policies>
    </RollingRandomAccessFile>
  </Appenders>
  <Loggers>
    <Root level="info">
      <filters>
        <MarkerFilter marker="NETWORK_PACKETS" onMatch="DENY" onMismatch="NEUTRAL"/>${filter}
      </filters>
      <AppenderRef ref="Console"/>
      <AppenderRef ref="File"/>
    </Root>
  </Loggers>
</Configuration>
`;
}

function isAtLeast(version: string, first: string): boolean {
  return version.localeCompare(first, 'en', { numeric: true }) >= 0;
}
