import { Button, Group, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { useTexts } from '../language/speech.ts';
import { useMods } from '../packs/mods.ts';
import { DecisionTable } from '../preview/decision-table.tsx';
import { usePreviewRows } from '../preview/rows.ts';
import { Notes } from '../ui/problems.tsx';
import { Failure, Loading } from '../ui/states.tsx';
import { noLists } from '../upload/lists.ts';
import { type ServerPackFacts, useServerPackDecisions } from './server-pack.ts';

/** What became of every mod and why, the dropped ones first, and what else was left out. */
export function Dropped({ serverPack }: { serverPack: ServerPackFacts }) {
  const { pack } = useTexts();
  const { run, modPack, droppedCount, warnings } = serverPack;
  const decisions = useServerPackDecisions(serverPack.id);
  const mods = useMods(modPack.id);
  // Nothing can be ticked here, so the lists do not change.
  const lists = useMemo(() => ({ ...noLists, ...run.configuration }), [run]);
  const { rows } = usePreviewRows(decisions.items, mods.items, lists);
  if (decisions.error && rows.length === 0) return <Failure error={decisions.error} />;
  if (rows.length === 0 && !decisions.isDone) return <Loading />;
  return (
    <Stack gap="md">
      <DecisionTable
        rows={rows}
        isUpdating={!decisions.isDone}
        showFirst={droppedCount > 0 ? 'dropped' : 'all'}
      />
      <Notes notes={warnings.filter(({ tellsOfLeftOut }) => tellsOfLeftOut)} />
      <Group>
        <Button
          component={Link}
          href={`/modpacks/${modPack.databaseId}/preview?run=${run.databaseId}`}
          variant="default"
        >
          {pack.change}
        </Button>
      </Group>
    </Stack>
  );
}
