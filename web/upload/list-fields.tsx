import { Stack, TagsInput } from '@mantine/core';
import { useTexts } from '../language/speech.ts';
import type { Lists } from './lists.ts';

/** The start arguments and the two lists of mods, as chips. */
export function ListFields({ value, onChange }: { value: Lists; onChange(value: Lists): void }) {
  const { word, upload } = useTexts();
  const fields = [
    ['startArgs', word.startArgs, upload.startArgsHint, [' ']],
    ['clientMods', word.clientMods, upload.clientModsHint, [',']],
    ['whitelistedMods', word.whitelist, upload.whitelistHint, [',']],
  ] as const;
  return (
    <Stack gap="sm">
      {fields.map(([name, label, description, splitChars]) => (
        <TagsInput
          key={name}
          label={label}
          description={description}
          value={value[name]}
          onChange={(list) => onChange({ ...value, [name]: list.map((one) => one.trim()).filter(Boolean) })}
          splitChars={[...splitChars]}
          acceptValueOnBlur
          clearable
          clearButtonProps={{ 'aria-label': word.remove(label) }}
        />
      ))}
    </Stack>
  );
}
