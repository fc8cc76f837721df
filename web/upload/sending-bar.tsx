import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import type { UploadItem } from './items.ts';
import { giveUp, pause, resume } from './send.ts';

/** Progress and speed of an upload, with buttons to pause and stop it. */
export function SendingBar({ item: { key, file, state, sent, speed } }: { item: UploadItem }) {
  const { upload } = useTexts();
  const format = useFormat();
  const part = file.size === 0 ? 0 : (sent / file.size) * 100;
  const left = speed !== null && speed > 0 ? (file.size - sent) / speed : null;
  return (
    <Stack gap={6}>
      <Progress.Root size="lg">
        <Progress.Section
          value={part}
          aria-label={upload.progress(file.name)}
          striped={state === 'sending'}
          color={state === 'sending' || state === 'storing' ? 'teal' : 'yellow'}
        />
      </Progress.Root>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {[
            upload.sent(format.bytes(sent), format.bytes(file.size)),
            state === 'sending' && speed !== null && upload.speed(format.bytes(speed)),
            state === 'sending' && left !== null && upload.left(format.seconds(left)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Group gap="xs">
          {state === 'paused' ? (
            <Button size="xs" onClick={() => resume(key)}>
              {upload.resume}
            </Button>
          ) : (
            state !== 'storing' && (
              <Button size="xs" variant="default" onClick={() => void pause(key)}>
                {upload.pause}
              </Button>
            )
          )}
          {state !== 'storing' && (
            <Button size="xs" variant="default" onClick={() => void giveUp(key)}>
              {upload.giveUp}
            </Button>
          )}
        </Group>
      </Group>
    </Stack>
  );
}
