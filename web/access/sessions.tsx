import { Badge, Table, Text } from '@mantine/core';
import { useClient } from 'urql';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { ConfirmButton } from '../ui/confirm.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { endSession, signOut } from './session.ts';

/** A browser that is signed in. */
interface Session {
  id: string;
  name: string;
  userAgent: string;
  isOwn: boolean;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
}

/** Browsers call themselves by others' names too: the first that fits is the real one. */
const browsers = ['Firefox', 'Edg', 'OPR', 'SamsungBrowser', 'Chrome', 'Safari'];
const fullNames: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', SamsungBrowser: 'Samsung' };
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'CrOS', 'Linux'];

/** Such as "Firefox, Linux"; the beginning of the text where that says neither. */
export function browserName(userAgent: string): string {
  const browser = browsers.find((one) => userAgent.includes(one));
  const system = systems.find((one) => userAgent.includes(one));
  const names = [browser && (fullNames[browser] ?? browser), system].filter((one) => one !== undefined);
  return names.length > 0 ? names.join(', ') : userAgent.slice(0, 40) || '?';
}

/** Browsers that are signed in, each with the button that signs it out. */
export function Sessions({ sessions, changed }: { sessions: readonly Session[]; changed(): void }) {
  const { admin, signIn, word } = useTexts();
  const format = useFormat();
  const client = useClient();
  const end = async ({ id, isOwn }: Session) => {
    const refusal = await (isOwn ? signOut() : endSession(client, id));
    if (refusal === null) changed();
    return refusal;
  };
  return (
    <ScrollX label={signIn.sessions}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{word.name}</Table.Th>
            <Table.Th>{signIn.browser}</Table.Th>
            <Table.Th>{signIn.since}</Table.Th>
            <Table.Th>{admin.lastUsed}</Table.Th>
            <Table.Th>{admin.expires}</Table.Th>
            <Table.Th>{admin.act}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map((session) => (
            <Table.Tr key={session.id}>
              <Table.Td>{session.name}</Table.Td>
              <Table.Td>
                <Text size="sm" title={session.userAgent}>
                  {browserName(session.userAgent)}
                </Text>
                {session.isOwn && (
                  <Badge variant="light" color="teal">
                    {signIn.thisOne}
                  </Badge>
                )}
              </Table.Td>
              <Table.Td>{format.ago(session.createdAt)}</Table.Td>
              <Table.Td>{format.ago(session.lastUsedAt)}</Table.Td>
              <Table.Td>{format.dateTime(session.expiresAt)}</Table.Td>
              <Table.Td>
                <ConfirmButton
                  label={signIn.end}
                  title={signIn.endTitle(session.name)}
                  text={signIn.endText}
                  confirm={() => end(session)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollX>
  );
}
