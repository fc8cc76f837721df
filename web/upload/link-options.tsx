import { Text } from '@mantine/core';
import type { FieldRefusal } from '../data/refusal.ts';
import { useTexts } from '../language/speech.ts';
import { AdvancedOptions } from './advanced-options.tsx';
import { FileFields } from './file-fields.tsx';
import type { FileOverrides } from './file-overrides.ts';
import type { Lists } from './lists.ts';
import { VersionFields } from './version-fields.tsx';
import type { Versions } from './versions.ts';

interface Options {
  versions: Versions;
  lists: Lists;
  files: FileOverrides;
}

/** What may be said of a modpack that comes by a link, most of which the pack says itself. */
export default function LinkOptions({
  value,
  onChange,
  problem,
}: {
  value: Options;
  onChange(value: Options): void;
  problem: FieldRefusal | null;
}) {
  const { import: texts } = useTexts();
  return (
    <AdvancedOptions
      lists={value.lists}
      onLists={(lists) => onChange({ ...value, lists })}
      isOpen={problem?.field != null}
      versions={
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {texts.versionsHint}
          </Text>
          <VersionFields
            value={value.versions}
            onChange={(versions) => onChange({ ...value, versions })}
            problem={problem}
          />
        </>
      }
    >
      <FileFields value={value.files} onChange={(files) => onChange({ ...value, files })} problem={problem} />
    </AdvancedOptions>
  );
}
