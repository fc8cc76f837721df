import { bytes, plain } from '../../../texts/text.ts';
import { javaOf, type ServerPack } from '../../core/packs/server-packs.ts';
import type { SharedPack } from '../../core/packs/shared-pack.ts';
import type { Badge } from '../../pictures/badge.ts';
import type { CardTask } from '../../pictures/card.ts';

/** Longest version on a badge, in UTF-16 units. */
const longestVersion = 30;

/** A server pack in one line of text, for a list. */
export function describe({ runConfiguration, keptCount, droppedCount, size }: ServerPack): string {
  const { modloader, modloaderVersion, gameVersion } = runConfiguration;
  return `${modloader} ${modloaderVersion} for Minecraft ${gameVersion}, ${keptCount} mods kept, ${droppedCount} dropped, ${sizeOf(size)}`;
}

/** A server pack in one line of text, for those who consider it: what it needs, and whether it works. */
export function describeShared(shared: SharedPack): string {
  if (shared.scan?.quarantined) return 'A scan has found malware in its modpack, which is in quarantine.';
  const { facts, start } = factsOf(shared);
  return [...facts.flat(), ...(start === null ? [] : [start])].join(' · ');
}

/** Facts about a server pack in a few words each, line by line; and that it started, or null. */
export function factsOf({ serverPack, start }: SharedPack): Pick<CardTask, 'facts' | 'start'> {
  const { runConfiguration, size, confirmedWorking, votesDown } = serverPack;
  const { modloader, modloaderVersion, gameVersion } = runConfiguration;
  const java = javaOf(serverPack);
  const votesUp = confirmedWorking + votesDown;
  const peakMemory = start?.peakMemory ?? null;
  const seconds = start?.seconds ?? null;
  return {
    facts: [
      [`Minecraft ${gameVersion}`, `${modloader} ${modloaderVersion}`],
      [
        ...(java === null ? [] : [`Java ${java}`]),
        sizeOf(size),
        ...(peakMemory === null ? [] : [`${sizeOf(peakMemory)} of memory`]),
      ],
      ...(votesUp + votesDown === 0 ? [] : [[`works for ${votesUp}, fails for ${votesDown}`]]),
    ],
    start: start && (seconds === null ? startedOn(start) : `${startedOn(start)} in ${Math.ceil(seconds)} s`),
  };
}

/** The badge of a server pack: its version, else what it is for, and whether it starts. */
export function badgeOf({ serverPack, version, start }: SharedPack): Badge {
  const { modloader, gameVersion } = serverPack.runConfiguration;
  const named = plain(version ?? '', longestVersion);
  const isFor = `${modloader} ${gameVersion}`;
  const parts = [named, named === '' || start === null ? isFor : '', start === null ? '' : startedOn(start)];
  return {
    label: 'server pack',
    message: parts.filter((part) => part !== '').join(' · '),
    colour: start === null ? 'blue' : 'green',
  };
}

function startedOn({ java }: NonNullable<SharedPack['start']>): string {
  return java === null ? 'started' : `started on Java ${java}`;
}

export function sizeOf(count: number): string {
  return bytes(count, { units: ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'], language: 'en' });
}
