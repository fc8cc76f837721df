import { Button, Checkbox, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useClient, useQuery } from 'urql';
import type { Role } from '../../client/gql/schema.ts';
import { Sessions } from '../access/sessions.tsx';
import { useViewer } from '../access/viewer.ts';
import { operation } from '../data/operation.ts';
import { type Refusal, refusalIn } from '../data/refusal.ts';
import { graphql, type TokensQuery } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { ConfirmButton } from '../ui/confirm.tsx';
import { Section } from '../ui/page.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { ShownSecret } from '../ui/shown-secret.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';

const tokensInForce = operation(
  graphql(`
  query Tokens {
    administration {
      tokens {
        id
        name
        role
        mayVoteForOthers
        quota
        stored
        createdAt
        expiresAt
        lastUsedAt
      }
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
const createToken = operation(
  graphql(`
  mutation CreateToken($input: CreateTokenInput!) {
    createToken(input: $input) {
      __typename
      ... on TokenCreated {
        secret
        token {
          name
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
const updateToken = operation(
  graphql(`
  mutation UpdateToken($token: ID!, $quota: BigInt) {
    updateToken(input: { token: $token, quota: $quota }) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`),
);
const revokeToken = operation(
  graphql(`
  mutation RevokeToken($token: ID!) {
    revokeToken(input: { token: $token }) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

type Token = NonNullable<TokensQuery['administration']>['tokens'][number];

const GiB = 1024 ** 3;
const dayMs = 86_400_000;

/** The quota that a text means, in bytes; null for none. */
function bytesOf(gibibytes: string): number | null {
  return gibibytes.trim() === '' ? null : Math.round(Number(gibibytes) * GiB);
}

/** The tokens in force: made, limited and revoked here; and the browsers that are signed in. */
export function Tokens() {
  const { admin, signIn } = useTexts();
  const [{ data, error }, again] = useQuery({ query: tokensInForce });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const tokens = data?.administration?.tokens;
  const sessions = data?.administration?.sessions ?? [];
  return (
    <>
      <Section title={admin.tokens}>
        {tokens === undefined ? (
          error ? (
            <Failure error={error} retry={refresh} />
          ) : (
            <Loading />
          )
        ) : tokens.length === 0 ? (
          <Empty title={admin.noTokens} hint={admin.noTokensHint} />
        ) : (
          <TokenTable tokens={tokens} changed={refresh} />
        )}
      </Section>
      <NewToken made={refresh} />
      {sessions.length > 0 && (
        <Section title={signIn.sessions}>
          <Sessions sessions={sessions} changed={refresh} />
        </Section>
      )}
    </>
  );
}

function TokenTable({ tokens, changed }: { tokens: readonly Token[]; changed(): void }) {
  const { admin, word, role: roles } = useTexts();
  const format = useFormat();
  const client = useClient();
  const { facts } = useViewer();
  const revoke = async (token: string) => {
    const { data, error } = await client.mutation(revokeToken, { token }).toPromise();
    const refusal = refusalIn(data?.revokeToken, error);
    if (refusal === null) changed();
    return refusal;
  };
  return (
    <ScrollX label={admin.tokens}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{word.name}</Table.Th>
            <Table.Th>{admin.tokenRole}</Table.Th>
            <Table.Th>{admin.stored}</Table.Th>
            <Table.Th>{admin.quota}</Table.Th>
            <Table.Th>{admin.made}</Table.Th>
            <Table.Th>{admin.lastUsed}</Table.Th>
            <Table.Th>{admin.expires}</Table.Th>
            <Table.Th>{admin.act}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map((token) => (
            <Table.Tr key={token.id}>
              <Table.Td>{token.name}</Table.Td>
              <Table.Td>
                {roles[token.role]}
                {token.mayVoteForOthers && (
                  <Text size="sm" c="dimmed">
                    {admin.votesForOthers}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{format.bytes(token.stored)}</Table.Td>
              <Table.Td>
                {typeof token.quota === 'number' ? format.bytes(token.quota) : admin.unlimited}
              </Table.Td>
              <Table.Td>{format.ago(token.createdAt)}</Table.Td>
              <Table.Td>{token.lastUsedAt ? format.ago(token.lastUsedAt) : admin.never}</Table.Td>
              <Table.Td>{token.expiresAt ? format.dateTime(token.expiresAt) : admin.never}</Table.Td>
              <Table.Td>
                <div className="acts">
                  <LimitButton token={token} changed={changed} />
                  <ConfirmButton
                    label={admin.revoke}
                    title={admin.revokeTitle(token.name)}
                    text={token.name === facts?.name ? admin.revokeOwn : admin.revokeText}
                    confirm={() => revoke(token.id)}
                  />
                </div>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollX>
  );
}

function LimitButton({ token, changed }: { token: Token; changed(): void }) {
  const { admin } = useTexts();
  const client = useClient();
  const [quota, setQuota] = useState(
    typeof token.quota === 'number' ? String(Math.round((token.quota / GiB) * 1_000) / 1_000) : '',
  );
  return (
    <ConfirmButton
      label={admin.limit}
      title={admin.limitTitle(token.name)}
      text={admin.limitText}
      color="teal"
      confirm={async () => {
        const variables = { token: token.id, quota: bytesOf(quota) };
        const { data, error } = await client.mutation(updateToken, variables).toPromise();
        const refusal = refusalIn(data?.updateToken, error);
        if (refusal === null) changed();
        return refusal;
      }}
    >
      <QuotaField value={quota} set={setQuota} />
    </ConfirmButton>
  );
}

function QuotaField({ value, set }: { value: string; set(value: string): void }) {
  const { admin } = useTexts();
  return (
    <TextInput
      label={admin.quotaIn}
      description={admin.quotaHint}
      type="number"
      min="0.001"
      step="any"
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

const roleNames: readonly Role[] = ['READER', 'PUBLISHER', 'OPERATOR'];
const spans = ['', '30', '90', '365'] as const;

function NewToken({ made }: { made(): void }) {
  const { admin, word, role: roles } = useTexts();
  const client = useClient();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('PUBLISHER');
  const [quota, setQuota] = useState('');
  const [days, setDays] = useState('');
  const [mayVoteForOthers, setVoter] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [created, setCreated] = useState<{ name: string; secret: string } | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setCreated(null);
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString();
    const input = { name: name.trim(), role, mayVoteForOthers, quota: bytesOf(quota), expiresAt };
    const { data, error } = await client.mutation(createToken, { input }).toPromise();
    setBusy(false);
    const answer = data?.createToken;
    setRefusal(refusalIn(answer, error));
    if (answer?.__typename !== 'TokenCreated') return;
    setCreated({ name: answer.token.name, secret: answer.secret });
    setName('');
    made();
  };
  return (
    <Section title={admin.newToken}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm" align="flex-start">
          <div className="fields">
            <TextInput
              label={word.name}
              description={admin.tokenNameHint}
              required
              maxLength={64}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <NativeSelect
              label={admin.tokenRole}
              description={admin.tokenRoleHint}
              value={role}
              onChange={({ currentTarget }) =>
                setRole(roleNames.find((one) => one === currentTarget.value) ?? 'READER')
              }
              data={roleNames.map((value) => ({ value, label: roles[value] }))}
            />
            <QuotaField value={quota} set={setQuota} />
            <NativeSelect
              label={admin.expires}
              description={admin.expiresHint}
              value={days}
              onChange={({ currentTarget }) => setDays(currentTarget.value)}
              data={spans.map((value) => ({
                value,
                label: value === '' ? admin.never : admin.days(Number(value)),
              }))}
            />
          </div>
          <Checkbox
            label={admin.voter}
            checked={mayVoteForOthers}
            onChange={({ currentTarget }) => setVoter(currentTarget.checked)}
          />
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            {admin.makeToken}
          </Button>
          {refusal !== null && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert" component="div">
              <RefusalText refusal={refusal} />
            </Text>
          )}
        </Stack>
      </form>
      {created !== null && <ShownSecret label={admin.tokenMade(created.name)} secret={created.secret} />}
    </Section>
  );
}
