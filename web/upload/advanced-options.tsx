import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../language/speech.ts';
import { ListFields } from './list-fields.tsx';
import { hasEntries, type Lists, noLists } from './lists.ts';

/** Options that most people leave alone. */
export function AdvancedOptions({
  lists,
  onLists,
  children,
}: {
  lists: Lists;
  onLists(value: Lists): void;
  children: ReactNode;
}) {
  const { upload, files } = useTexts();
  const [wasRemembered] = useState(() => hasEntries(lists));
  return (
    <details open={wasRemembered || lists.dropLists !== null || undefined}>
      <summary>{upload.advanced}</summary>
      <Stack mt="sm">
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
