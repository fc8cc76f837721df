import { Badge } from '@mantine/core';
import type { Status } from '../../client/gql/schema.ts';
import { useTexts } from '../language/speech.ts';

/** The colour that stands for a status everywhere. */
export const statusColors: Record<Status, string> = {
  QUEUED: 'gray',
  CHECKING: 'blue',
  CHECKED: 'blue',
  GENERATING: 'blue',
  GENERATED: 'teal',
  ERROR: 'red',
};

/** A status in words and colour. */
export function StatusBadge({ status }: { status: Status }) {
  const texts = useTexts();
  return (
    <Badge variant="light" color={statusColors[status]}>
      {texts.status[status]}
    </Badge>
  );
}

/** Marks a modpack in which malware was found. */
export function QuarantineBadge() {
  const { modPack } = useTexts();
  return <Badge color="red">{modPack.quarantine}</Badge>;
}
