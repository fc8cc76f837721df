import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../language/speech.ts';
import { ListFields } from './list-fields.tsx';
import { hasEntries, type Lists, noLists } from './lists.ts';

/** Options that most people leave alone. */
export function AdvancedOptions({
  lists,
  onLists,
  isOpen = false,
  versions = null,
  children,
}: {
  lists: Lists;
  onLists(value: Lists): void;
  /** One of the fields is refused. */
  isOpen?: boolean;
  /** The fields of the versions, where they are asked for nowhere else. */
  versions?: ReactNode;
  children: ReactNode;
}) {
  const { upload, files, import: ofImport } = useTexts();
  const [wasRemembered] = useState(() => hasEntries(lists));
  return (
    <details open={wasRemembered || isOpen || undefined}>
      <summary>{upload.advanced}</summary>
      <Stack mt="sm">
        {versions !== null && <Fieldset legend={ofImport.versions}>{versions}</Fieldset>}
        <Fieldset legend={upload.more}>
          {wasRemembered && hasEntries(lists) && (
            <Group mb="sm">
              <Text size="sm" c="dimmed">
                {upload.remembered}
              </Text>
              <Button size="compact-sm" variant="default" onClick={() => onLists(noLists)}>
                {upload.forget}
              </Button>
            </Group>
          )}
          <ListFields value={lists} onChange={onLists} />
        </Fieldset>
        <Fieldset legend={files.title}>{children}</Fieldset>
      </Stack>
    </details>
  );
}
