import type { Modloader, ModPackSource } from '../../client/gql/schema.ts';

/** Signs in lines, 16 by 16, of modloaders and of where packs come from. */
const loaders: Readonly<Record<Modloader, string>> = {
  FABRIC: 'M2 9l7-7 5 5-7 7zM6 5l5 5M4 7l5 5M2 9v3l2 2h3',
  LEGACYFABRIC: 'M2 9l7-7 5 5-7 7zM6 5l5 5M2 9v3l2 2h3',
  FORGE: 'M2 4h12v2c-3 0-5 1-5 3v2h2v2H5v-2h2V9C5 9 2 8 2 4z',
  NEOFORGE: 'M3 2l3 3h4l3-3v7l-5 5-5-5zM6 8h.1M10 8h.1',
  QUILT: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z',
};
const sources: Readonly<Record<ModPackSource, string>> = {
  ZIP: 'M8 11V2M4 6l4-4 4 4M2 11v3h12v-3',
  LINK: 'M7 9a3 3 0 004 0l3-3a3 3 0 00-4-4L9 3M9 7a3 3 0 00-4 0l-3 3a3 3 0 004 4l1-1',
  MODRINTH: 'M14 8A6 6 0 118 2M5 8a3 3 0 106 0 3 3 0 00-6 0M8 2h4v4',
  CURSEFORGE: 'M2 3h12M4 3c0 4 2 6 4 6s5-1 6-4M8 9v2M4 14c0-2 2-3 4-3s4 1 4 3z',
  FTB: 'M2 4h12v3H2zM3 7v6h10V7M8 4v9M8 4C6 1 4 2 5 4M8 4c2-3 4-2 3 0',
};

function Icon({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** The sign of a modloader, beside its name. */
export function LoaderIcon({ modloader }: { modloader: Modloader }) {
  return <Icon path={loaders[modloader]} />;
}

/** The sign of where a pack comes from, beside its name. */
export function PlatformIcon({ source }: { source: ModPackSource }) {
  return <Icon path={sources[source]} />;
}
