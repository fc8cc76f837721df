import type { KnownVersions } from '../../core/runs/modloader-versions.ts';
import { builder } from '../builder.ts';
import { ModloaderEnum } from '../run-configuration.ts';

/** Most versions in one answer. */
const most = 500;

const { compare } = new Intl.Collator('en', { numeric: true });
const isRelease = (version: string) => /^\d+(\.\d+)+$/.test(version);

/** Sorts releases before other versions, then the newest first. */
function newestFirst(versions: readonly string[]): string[] {
  return [...new Set(versions)]
    .sort((a, b) => Number(isRelease(b)) - Number(isRelease(a)) || compare(b, a))
    .slice(0, most);
}

const ListedVersions = builder.objectRef<KnownVersions>('ListedVersions').implement({
  description: `Versions by the modloaders' public lists: releases first, then the newest first; at most ${most} of each. Empty where they are unavailable.`,
  fields: (t) => ({
    gameVersions: t.stringList({
      description: 'Versions of the game that the modloader supports; empty where a game version was given.',
      resolve: ({ gameVersions }) => newestFirst(gameVersions),
    }),
    modloaderVersions: t.stringList({
      description: 'Versions of the modloader for the given game version.',
      resolve: ({ modloaderVersions }) => newestFirst(modloaderVersions),
    }),
  }),
});

builder.queryField('listedVersions', (t) =>
  t.field({
    type: ListedVersions,
    description: 'The versions to choose from, for forms that suggest them.',
    args: {
      modloader: t.arg({ type: ModloaderEnum, required: true, description: 'The modloader.' }),
      gameVersion: t.arg.string({ description: 'The version of the game to list modloader versions for.' }),
    },
    resolve: (_root, { modloader, gameVersion }, { parts: { versions } }) =>
      versions.listed({ modloader, gameVersion: gameVersion ?? '' }),
  }),
);
