import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CombinedError } from 'urql';
import { Link } from 'wouter';
import { refusalOf } from '../data/refusal.ts';
import { useTexts } from '../language/speech.ts';
import { RefusalText } from './refusal-text.tsx';

/** A placeholder of the content's height, so that the page does not jump. */
export function Loading({ rows = 6 }: { rows?: number }) {
  const { state } = useTexts();
  return (
    <Stack gap="sm" role="status" aria-busy="true" aria-label={state.loading}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <Skeleton key={row} height={36} />
      ))}
    </Stack>
  );
}

/** Says that there is nothing, why, and what to do. */
export function Empty({ title, hint, action }: { title: ReactNode; hint?: string; action?: ReactNode }) {
  return (
    <Stack gap="xs" align="center" py="xl" ta="center">
      <Text fw={600} component="div">
        {title}
      </Text>
      {hint !== undefined && <Text c="dimmed">{hint}</Text>}
      {action}
    </Stack>
  );
}

/** Says what has failed, with the way to try again. */
export function Failure({ error, retry }: { error: CombinedError; retry?: () => void }) {
  const { state, app } = useTexts();
  const code = codeOf(error);
  if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') {
    return (
      <Empty
        title={state.signInNeeded}
        hint={code === 'FORBIDDEN' ? state.mayNot : state.signInNeededHint}
        action={
          <Button component={Link} href="/sign-in">
            {app.signIn}
          </Button>
        }
      />
    );
  }
  return (
    <Alert color="red" title={state.failed} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm" component="div">
          <RefusalText refusal={refusalOf(error)} />
        </Text>
        {retry !== undefined && (
          <Button size="xs" variant="default" onClick={retry}>
            {state.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** The stable code of a failure. */
function codeOf(error: CombinedError): string | null {
  const code = error.graphQLErrors[0]?.extensions.code;
  if (typeof code === 'string') return code;
  const response: unknown = error.response;
  return response instanceof Response && response.status === 401 ? 'UNAUTHENTICATED' : null;
}

/** What is shown of something that is asked for: undefined while it is, null when it is not there. */
export function Found<Value>({
  value,
  error,
  retry,
  children,
}: {
  value: Value | null | undefined;
  error: CombinedError | undefined;
  retry: () => void;
  children(value: Value): ReactNode;
}): ReactNode {
  if (error) return <Failure error={error} retry={retry} />;
  if (value === undefined) return <Loading rows={10} />;
  return value === null ? <NotFound /> : children(value);
}

/** For addresses that lead nowhere. */
export function NotFound() {
  const { state } = useTexts();
  return (
    <Stack gap="md">
      <Title order={1} size="h2">
        {state.notFound}
      </Title>
      <Text>{state.notFoundHint}</Text>
      <Group>
        <Button component={Link} href="/">
          {state.home}
        </Button>
      </Group>
    </Stack>
  );
}

/** For pages that have failed, or that cannot be loaded any more since the service was upgraded. */
export function Broken() {
  const { state } = useTexts();
  return (
    <Stack gap="md" role="alert">
      <Title order={1} size="h2">
        {state.broken}
      </Title>
      <Text>{state.brokenHint}</Text>
      <Group>
        <Button onClick={() => location.reload()}>{state.reload}</Button>
      </Group>
    </Stack>
  );
}
