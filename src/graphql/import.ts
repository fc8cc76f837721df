import { importOnAccount } from '../access/import-on-account.ts';
import type { AcceptedRun } from '../core/packs/mod-packs.ts';
import { AppError } from '../errors.ts';
import { type PackLocation, readPackLink } from '../fetching/pack-links.ts';
import { builder } from './builder.ts';
import { orExpectedError } from './failure.ts';
import { lineArgument, RunStartedResult } from './run.ts';
import { RunConfigurationInput } from './run-configuration.ts';

const PlatformPackInput = builder.inputType('PlatformPackInput', {
  description: 'A modpack on a platform.',
  fields: (t) => ({
    project: t.string({
      required: true,
      description:
        'The address of its page; or on Modrinth its id or slug, on CurseForge its number or slug, on FTB its ' +
        'number.',
    }),
    version: t.string({
      description:
        'On Modrinth the id or number of a version, on CurseForge the number of a file, on FTB the number or ' +
        'name of a version. Absent: the version of the given page, else the newest that fits the run ' +
        "configuration, or CurseForge's main file.",
    }),
  }),
});

/** Where a modpack is published, for operations that fetch it. */
export const PackReferenceInput = builder.inputType('PackReferenceInput', {
  description: 'Where a modpack is published.',
  isOneOf: true,
  fields: (t) => ({
    modrinth: t.field({ type: PlatformPackInput, description: 'On Modrinth.' }),
    curseForge: t.field({
      type: PlatformPackInput,
      description: 'On CurseForge, for which the operator has to set a key.',
    }),
    ftb: t.field({ type: PlatformPackInput, description: 'On FTB.' }),
    url: t.string({
      description:
        'An https address of a zip, an .mrpack or a `pack.toml` on a host that the operator allows; of a ' +
        "modpack's page on Modrinth, CurseForge or FTB; or of a packwiz pack in a repository on GitHub, " +
        "GitLab or Codeberg. Or `ftb:PACK` or `ftb:PACK/VERSION`, by FTB's numbers.",
    }),
  }),
});

const ImportInput = builder.inputType('ImportModPackInput', {
  description: 'A modpack to fetch, and the run configuration of its first server pack.',
  fields: (t) => ({
    pack: t.field({ type: PackReferenceInput, required: true, description: 'The modpack.' }),
    runConfiguration: t.field({
      type: RunConfigurationInput,
      required: true,
      defaultValue: { startArgs: [], clientMods: [], whitelistedMods: [] },
      description: 'The run configuration of the server pack. Default: the values in the pack itself.',
    }),
    line: t.string({
      description: `For links only. ${lineArgument}`,
    }),
  }),
});

builder.mutationField('importModPack', (t) =>
  t.field({
    type: RunStartedResult,
    description:
      'Fetches a modpack from where it is published, then does as `uploadModPack`. Stops when the caller ' +
      'hangs up. Counts as an upload.',
    args: { input: t.arg({ type: ImportInput, required: true, description: 'The modpack.' }) },
    needs: 'publish',
    resolve: (_root, { input: { pack, runConfiguration, line } }, context) =>
      orExpectedError<AcceptedRun>(() => {
        const request = { location: packLocationOf(pack), runConfiguration, line: line ?? null };
        return importOnAccount(context.parts, context.viewer, request, context.operation.gone);
      }),
  }),
);

/** The location that a pack reference names. Fails with INVALID_INPUT. */
export function packLocationOf({
  modrinth,
  curseForge,
  ftb,
  url,
}: typeof PackReferenceInput.$inferInput): PackLocation {
  if (modrinth) {
    const { project, version } = modrinth;
    const page = readPage(project, 'MODRINTH');
    return page
      ? { ...page, version: version ?? page.version }
      : { platform: 'MODRINTH', project, version: version ?? null };
  }
  if (curseForge) {
    const { project, version } = curseForge;
    const page = readPage(project, 'CURSEFORGE');
    const file = version == null ? null : numberIn(version, 'the number of a file on CurseForge');
    return page ? { ...page, file: file ?? page.file } : { platform: 'CURSEFORGE', project, file };
  }
  if (ftb) {
    const { project, version } = ftb;
    const page = readPage(project, 'FTB');
    if (page) return { ...page, version: version ?? page.version };
    const modPack = numberIn(project, 'the number of a modpack of FTB');
    return { platform: 'FTB', modPack, version: version ?? null };
  }
  if (url) return readPackLink(url);
  throw new AppError('INVALID_INPUT', 'pack.url is blank.', { field: 'pack' });
}

/** The number that the text holds. Fails with INVALID_INPUT, in which `wanted` describes the number. */
function numberIn(text: string, wanted: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const message = `${JSON.stringify(text.slice(0, 100))} is not ${wanted}.`;
  throw new AppError('INVALID_INPUT', message, { field: 'pack' });
}

/** The project's page, if the text is an address; null for its id or slug. Fails with INVALID_INPUT. */
function readPage<Platform extends PackLocation['platform']>(
  text: string,
  platform: Platform,
): Extract<PackLocation, { platform: Platform }> | null {
  if (!text.includes('://')) return null;
  const location = readPackLink(text);
  if (isOn(location, platform)) return location;
  const message = `${JSON.stringify(text.slice(0, 100))} is not the address of a project's page there.`;
  throw new AppError('INVALID_INPUT', message, { field: 'pack' });
}

function isOn<Platform extends PackLocation['platform']>(
  location: PackLocation,
  platform: Platform,
): location is Extract<PackLocation, { platform: Platform }> {
  return location.platform === platform;
}
