import type { NameEncoding, RunConfigurationInput, ServerPackFormat } from '../../client/gql/schema.ts';

/** Overrides for files of a server pack, beside the lists of its mods. */
export interface FileOverrides {
  /** Mods of Modrinth that the pack lacks. */
  addedMods: string[];
  /** Patterns of files to include, and of files to exclude. */
  includeFiles: string[];
  excludeFiles: string[];
  includeWorld: boolean;
  /** A PNG of 64 by 64 pixels in base64; null leaves that of the pack. */
  serverIcon: string | null;
  /** The text of the file; null leaves that of the pack. */
  serverProperties: string | null;
  /** In which names are that are not UTF-8; null leaves it to the service. */
  nameEncoding: NameEncoding | null;
  /** The format of the server pack. */
  format: ServerPackFormat;
}

export const noFileOverrides: FileOverrides = {
  addedMods: [],
  includeFiles: [],
  excludeFiles: [],
  includeWorld: false,
  serverIcon: null,
  serverProperties: null,
  nameEncoding: null,
  format: 'ZIP',
};

/** The overrides as the service takes them. */
export function fileInput(overrides: FileOverrides): Partial<RunConfigurationInput> {
  const { addedMods, includeFiles, excludeFiles, includeWorld } = overrides;
  const { serverIcon, serverProperties, nameEncoding, format } = overrides;
  return {
    addedMods,
    includeFiles,
    excludeFiles,
    includeWorld,
    serverIcon,
    serverProperties,
    nameEncoding,
    format,
  };
}

/** In pixels: the game takes icons of this width and height alone. */
const iconSize = 64;

/**
 * A picture of any kind and size as the icon of a server, in base64; null where it is none that the browser can read.
 */
export async function toServerIcon(file: Blob): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file, {
      resizeWidth: iconSize,
      resizeHeight: iconSize,
      resizeQuality: 'high',
    });
    const canvas = document.createElement('canvas');
    canvas.width = iconSize;
    canvas.height = iconSize;
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    picture.close();
    return canvas.toDataURL('image/png').replace(/^.*,/, '');
  } catch {
    return null;
  }
}
