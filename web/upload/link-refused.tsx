import type { FieldRefusal } from '../data/refusal.ts';
import { useTexts } from '../language/speech.ts';
import { Duplicate } from '../packs/duplicate.tsx';
import type { StoredModPack } from '../packs/stored-mod-pack.ts';
import { Outcome } from '../ui/outcome.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import { VersionFields } from './version-fields.tsx';
import type { Versions } from './versions.ts';

export type Refused = { existing: StoredModPack | null } & FieldRefusal;

/** Why no modpack came of a link, with the versions to be filled in where these are missed. */
export default function LinkRefused({
  refused,
  versions,
  onVersions,
}: {
  refused: Refused;
  versions: Versions;
  onVersions(versions: Versions): void;
}) {
  const { upload } = useTexts();
  if (refused.existing !== null) return <Duplicate of={refused.existing} />;
  return (
    <>
      {refused.field !== null && <VersionFields value={versions} onChange={onVersions} problem={refused} />}
      <Outcome color="red" badge={upload.refused} role="alert">
        <RefusalText refusal={refused} />
      </Outcome>
    </>
  );
}
