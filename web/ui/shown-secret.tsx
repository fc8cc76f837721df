import { Alert, Code, Group, Stack, Text } from '@mantine/core';
import { useTexts } from '../language/speech.ts';
import { CopyButton } from './copy-button.tsx';

/** Something that is shown this once, to be copied. */
export function ShownSecret({ label, secret }: { label: string; secret: string }) {
  const { admin } = useTexts();
  return (
    <Alert color="teal" role="status" title={label}>
      <Stack gap="xs">
        <Text size="sm">{admin.shownOnce}</Text>
        <Group gap="xs">
          <Code>{secret}</Code>
          <CopyButton value={secret} label={label} />
        </Group>
      </Stack>
    </Alert>
  );
}
