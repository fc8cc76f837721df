import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useClient } from 'urql';
import type { Status, WebhookFormat } from '../../client/gql/schema.ts';
import { operation } from '../data/operation.ts';
import { type Refusal, refusalIn } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { Section } from '../ui/page.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import { ShownSecret } from '../ui/shown-secret.tsx';

const createWebhook = operation(
  graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      __typename
      ... on WebhookWithSecret {
        secret
        webhook {
          databaseId
          format
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

const formats: readonly WebhookFormat[] = ['STANDARD', 'DISCORD'];
const statuses: readonly Status[] = ['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'ERROR'];

/** Adds a receiver, and shows its secret this once. */
export function NewWebhook({ registered }: { registered(): void }) {
  const { admin, status: statusTexts } = useTexts();
  const client = useClient();
  const [url, setUrl] = useState('');
  const [format, setFormat] = useState<WebhookFormat>('STANDARD');
  const [told, setTold] = useState<readonly Status[]>(['GENERATED', 'ERROR']);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [made, setMade] = useState<{ number: number; secret: string | null } | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setMade(null);
    const input = { url: url.trim(), format, statuses: [...told] };
    const { data, error } = await client.mutation(createWebhook, { input }).toPromise();
    setBusy(false);
    const answer = data?.createWebhook;
    setRefusal(refusalIn(answer, error));
    if (answer?.__typename !== 'WebhookWithSecret') return;
    const { databaseId, format: its } = answer.webhook;
    // Discord does not verify signatures.
    setMade({ number: databaseId, secret: its === 'DISCORD' ? null : answer.secret });
    setUrl('');
    registered();
  };
  return (
    <Section title={admin.newWebhook}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm" align="flex-start">
          <div className="fields">
            <TextInput
              label={admin.address}
              description={admin.addressHint}
              type="url"
              required
              value={url}
              onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            />
            <NativeSelect
              label={admin.format}
              description={admin.formatHint}
              value={format}
              onChange={({ currentTarget }) =>
                setFormat(currentTarget.value === 'DISCORD' ? 'DISCORD' : 'STANDARD')
              }
              data={formats.map((value) => ({ value, label: admin.formats[value] }))}
            />
          </div>
          <Checkbox.Group
            label={admin.toldOf}
            value={[...told]}
            onChange={(chosen) => setTold(statuses.filter((one) => chosen.includes(one)))}
          >
            <Group gap="sm" pt="xs">
              {statuses.map((one) => (
                <Checkbox key={one} value={one} label={statusTexts[one]} />
              ))}
            </Group>
          </Checkbox.Group>
          <Button type="submit" loading={isBusy} disabled={url.trim() === '' || told.length === 0}>
            {admin.addWebhook}
          </Button>
          {refusal !== null && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert" component="div">
              <RefusalText refusal={refusal} />
            </Text>
          )}
        </Stack>
      </form>
      {made !== null &&
        (made.secret === null ? (
          <Text size="sm" role="status">
            {admin.webhookMade(made.number)}
          </Text>
        ) : (
          <ShownSecret label={admin.secretOf(made.number)} secret={made.secret} />
        ))}
    </Section>
  );
}
