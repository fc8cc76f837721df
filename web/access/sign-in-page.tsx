import { Alert, Button, Card, Divider, PasswordInput, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { useLocation } from 'wouter';
import { operation } from '../data/operation.ts';
import { type OidcFacts, useServiceFacts } from '../data/service.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Page, Section } from '../ui/page.tsx';
import { isReturn, leaveForProvider, redeemCode } from './oidc.ts';
import { signIn as signInWith } from './session.ts';
import { Sessions } from './sessions.tsx';
import { useViewer } from './viewer.ts';

/** Signing in, with a token or with the account of an identity provider. */
export default function SignInPage() {
  const { signIn } = useTexts();
  const facts = useServiceFacts();
  // The address forgets at once what the provider has sent; the page does not.
  const [returned] = useState(() => (isReturn(location.search) ? new URL(location.href) : null));
  return (
    <Page title={signIn.title} lead={signIn.lead}>
      <Card withBorder maw="28rem">
        <Stack>
          <Who />
          {facts?.oidc && returned !== null && <Return facts={facts.oidc} returned={returned} />}
          {facts?.oidc && (
            <>
              <ProviderButton facts={facts.oidc} />
              <Divider label={signIn.or} />
            </>
          )}
          <TokenForm />
          {facts !== null && facts.access !== 'closed' && (
            <Text size="sm" c="dimmed">
              {signIn.notNeeded}
            </Text>
          )}
        </Stack>
      </Card>
      <OwnSessions />
    </Page>
  );
}

const ownSessions = operation(
  graphql(`
  query OwnSessions {
    viewer {
      sessions {
        id
        name
        userAgent
        isOwn
        createdAt
        lastUsedAt
        expiresAt
      }
    }
  }
`),
);

/** The browsers that are signed in as this person. */
function OwnSessions() {
  const { signIn } = useTexts();
  const [{ data }, again] = useQuery({ query: ownSessions });
  const sessions = data?.viewer.sessions ?? [];
  if (sessions.length === 0) return null;
  return (
    <Section title={signIn.sessions}>
      <Sessions sessions={sessions} changed={() => again({ requestPolicy: 'network-only' })} />
    </Section>
  );
}

function Who() {
  const { app, signIn, permission, word } = useTexts();
  const format = useFormat();
  const { facts } = useViewer();
  if (facts === null || facts.name === 'anonymous') return null;
  const { name, permissions, expiresAt, quota, stored } = facts;
  return (
    <Alert color="teal" title={app.signedInAs(name)}>
      <Text size="sm">{signIn.may(permissions.map((one) => permission[one]).join(word.comma))}</Text>
      {expiresAt && <Text size="sm">{signIn.expires(format.dateTime(expiresAt))}</Text>}
      {typeof quota === 'number' && (
        <Text size="sm">{signIn.quota(format.bytes(stored ?? 0), format.bytes(quota))}</Text>
      )}
    </Alert>
  );
}

function TokenForm() {
  const { signIn } = useTexts();
  const [, go] = useLocation();
  const [token, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    const refusal = await signInWith(token.trim());
    setBusy(false);
    if (refusal === null) return go('/');
    setProblem(refusal.code === 'UNAUTHENTICATED' ? signIn.wrong : refusal.message || signIn.unknown);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <PasswordInput
          label={signIn.token}
          description={signIn.tokenHint}
          value={token}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={problem}
          autoComplete="off"
          required
        />
        <Button type="submit" loading={isBusy} disabled={token.trim() === ''}>
          {signIn.start}
        </Button>
      </Stack>
    </form>
  );
}

function ProviderButton({ facts }: { facts: OidcFacts }) {
  const { signIn } = useTexts();
  return <Button onClick={() => void leaveForProvider(facts)}>{signIn.with}</Button>;
}

/** Finishes signing in after the identity provider. */
function Return({ facts, returned }: { facts: OidcFacts; returned: URL }) {
  const { signIn } = useTexts();
  const [, go] = useLocation();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    // The code is good once, so it goes from the address before it is used.
    if (!isReturn(location.search)) return;
    history.replaceState(null, '', '/sign-in');
    redeemCode(facts, returned)
      .then(signInWith)
      .then(
        (refusal) => (refusal === null ? go('/') : setFailed(true)),
        () => setFailed(true),
      );
  }, [facts, returned, go]);
  return (
    <Text role="status" c={hasFailed ? 'var(--mantine-color-error)' : 'dimmed'}>
      {hasFailed ? signIn.callbackFailed : signIn.callback}
    </Text>
  );
}
