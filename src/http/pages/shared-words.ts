import { bytes, plain } from '../../../texts/text.ts';
import { javaOf, type ServerPack } from '../../core/packs/server-packs.ts';
import type { SharedPack } from '../../core/packs/shared-pack.ts';
import type { Badge } from './badge.ts';

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
  const { needs, votes, start } = factsOf(shared);
  return [...needs, votes, start].filter((fact) => fact !== null).join(' · ');
}

/** The facts about a server pack, each in a few words; null where there is nothing to tell. */
interface SharedFacts {
  needs: string[];
  votes: string | null;
  start: string | null;
}

export function factsOf({ serverPack, start }: SharedPack): SharedFacts {
  const { runConfiguration, size, confirmedWorking, votesDown } = serverPack;
  const { modloader, modloaderVersion, gameVersion } = runConfiguration;
  const java = javaOf(serverPack);
  const votesUp = confirmedWorking + votesDown;
  return {
    needs: [
      `Minecraft ${gameVersion}`,
      `${modloader} ${modloaderVersion}`,
      ...(java === null ? [] : [`Java ${java}`]),
      sizeOf(size),
    ],
    votes: votesUp + votesDown === 0 ? null : `works for ${votesUp}, fails for ${votesDown}`,
    start:
      start &&
      [
        startedOn(start),
        ...(start.seconds === null ? [] : [`in ${Math.ceil(start.seconds)} s`]),
        ...(start.peakMemory === null ? [] : [`with ${sizeOf(start.peakMemory)} of memory`]),
      ].join(' '),
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
