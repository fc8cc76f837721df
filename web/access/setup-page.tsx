import { Alert, Button, Card, List, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { operation } from '../data/operation.ts';
import { notReached, type Refusal, readRefusal } from '../data/refusal.ts';
import { isRecord, useServiceFacts } from '../data/service.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { Page, Section } from '../ui/page.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import { ShownSecret } from '../ui/shown-secret.tsx';
import { Empty } from '../ui/states.tsx';
import { signIn } from './session.ts';
import { useViewer } from './viewer.ts';

/** The first start: what is open to whom, and the first operator's token for who has the link of the terminal. */
export default function SetupPage() {
  const { setup } = useTexts();
  const [secret, setSecret] = useState(() => location.hash.slice(1));
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => {
    // Also of a link that is opened where this page is open. Nobody is to read it in the address.
    const take = () => {
      if (location.hash === '') return;
      setSecret(location.hash.slice(1));
      history.replaceState(null, '', location.pathname);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return (
    <Page title={setup.title} lead={secret === '' ? undefined : setup.lead}>
      {secret === '' ? (
        <Empty title={setup.noSecret} hint={setup.noSecretHint} />
      ) : (
        <>
          <OpenToWhom />
          {made === null ? <TokenForm secret={secret} made={setMade} /> : <Made token={made} />}
        </>
      )}
    </Page>
  );
}

const addressInForce = operation(
  graphql(`
  query AddressInForce {
    administration {
      settings {
        name
        value
      }
    }
  }
`),
);

const isHere = () => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);

function OpenToWhom() {
  const { setup } = useTexts();
  const facts = useServiceFacts();
  const viewer = useViewer();
  const [{ data }] = useQuery({ query: addressInForce, pause: !viewer.may('OPERATE') });
  const publicUrl = data?.administration?.settings.find(({ name }) => name === 'PUBLIC_URL')?.value ?? null;
  return (
    <Section title={setup.open}>
      <List size="sm">
        {facts !== null && (
          <List.Item>
            {setup.access[facts.access]} {setup.accessHow}
          </List.Item>
        )}
        <List.Item>
          {location.protocol === 'https:' ? setup.withTls : isHere() ? setup.onlyHere : setup.plainHttp}
        </List.Item>
        <List.Item>
          {publicUrl === null ? setup.publicUrl(location.origin) : setup.publicUrlSet(publicUrl)}
        </List.Item>
      </List>
    </Section>
  );
}

function TokenForm({ secret, made }: { secret: string; made(token: string): void }) {
  const { setup, word, admin } = useTexts();
  const [name, setName] = useState('operator');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    const answer = await askForToken(secret, name.trim());
    // The token is shown even where signing in with it fails.
    const refused = typeof answer === 'string' ? await signIn(answer) : answer;
    setBusy(false);
    setRefusal(refused);
    if (typeof answer === 'string') made(answer);
  };
  return (
    <Card withBorder maw="28rem">
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <TextInput
            label={word.name}
            description={admin.tokenNameHint}
            required
            maxLength={64}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            {setup.make}
          </Button>
          {refusal !== null && (
            <Alert color="red" role="alert">
              <RefusalText refusal={refusal} />
            </Alert>
          )}
        </Stack>
      </form>
    </Card>
  );
}

/** The token, or why there is none. */
async function askForToken(secret: string, name: string): Promise<string | Refusal> {
  try {
    const response = await fetch('/first-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret, name }),
    });
    const answer: unknown = await response.json();
    if (isRecord(answer) && typeof answer.token === 'string') return answer.token;
    return readRefusal(answer) ?? notReached;
  } catch {
    return notReached;
  }
}

function Made({ token }: { token: string }) {
  const { setup } = useTexts();
  return (
    <Stack align="flex-start">
      <ShownSecret label={setup.made} secret={token} />
      <Text size="sm">{setup.signedIn}</Text>
      <Button component={Link} href="/admin">
        {setup.toRoom}
      </Button>
    </Stack>
  );
}
