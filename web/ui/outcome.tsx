import { Badge, Card, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** The state of something: one badge, one sentence, one action. */
export function Outcome({
  color,
  badge,
  role = 'status',
  act,
  children,
}: {
  color: string;
  badge: string;
  /** An alert is read out at once. */
  role?: 'status' | 'alert';
  act?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" role={role} className="grow">
          <Badge variant="light" color={color}>
            {badge}
          </Badge>
          <Text size="sm" component="div">
            {children}
          </Text>
        </Group>
        {act}
      </Group>
    </Card>
  );
}
