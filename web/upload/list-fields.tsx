import { Anchor, Stack, TagsInput } from '@mantine/core';
import { Link } from 'wouter';
import { useDropListNames } from '../drop-lists/drop-list.ts';
import { useTexts } from '../language/speech.ts';
import type { Lists } from './lists.ts';

/** As many as the service takes. */
const mostDropLists = 5;

/** The start arguments and the lists of mods, as chips. */
export function ListFields({ value, onChange }: { value: Lists; onChange(value: Lists): void }) {
  const { word, upload } = useTexts();
  const { names, byDefault } = useDropListNames();
  const dropLists = value.dropLists ?? byDefault;
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
      {names.length + dropLists.length > 0 && (
        <TagsInput
          label={word.dropLists}
          description={
            <>
              {upload.dropListsHint}{' '}
              {dropLists.map((list) => (
                <Anchor key={list} component={Link} href={`/lists/${list.split('@')[0]}`} inherit mr="xs">
                  {list}
                </Anchor>
              ))}
            </>
          }
          data={names}
          value={dropLists}
          onChange={(list) => onChange({ ...value, dropLists: list })}
          maxTags={mostDropLists}
          acceptValueOnBlur
          clearable
          clearButtonProps={{ 'aria-label': word.remove(word.dropLists) }}
        />
      )}
    </Stack>
  );
}
