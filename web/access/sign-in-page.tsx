import { Alert, Button, Card, Divider, PasswordInput, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { type OidcFacts, useServiceFacts } from '../data/service.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Page } from '../ui/page.tsx';
import { checkToken } from './check-token.ts';
import { isReturn, leaveForProvider, redeemCode } from './oidc.ts';
import { setToken } from './session.ts';
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
    </Page>
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
    const result = await checkToken(token.trim());
    setBusy(false);
    if (result !== 'good') {
      setProblem(signIn[result]);
      return;
    }
    setToken(token.trim());
    go('/');
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
    redeemCode(facts, returned).then(
      (token) => {
        setToken(token);
        go('/');
      },
      () => setFailed(true),
    );
  }, [facts, returned, go]);
  return (
    <Text role="status" c={hasFailed ? 'var(--mantine-color-error)' : 'dimmed'}>
      {hasFailed ? signIn.callbackFailed : signIn.callback}
    </Text>
  );
}
