import { Group, Text } from '@mantine/core';
import { useTexts } from '../language/speech.ts';
import { QuarantineBadge } from './status-badge.tsx';

/** Tells why nothing of a modpack can be downloaded in which malware was found. */
export function QuarantineNote() {
  const { modPack } = useTexts();
  return (
    <Group gap="xs">
      <QuarantineBadge />
      <Text size="sm">{modPack.quarantined}</Text>
    </Group>
  );
}
