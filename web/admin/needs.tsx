import { Anchor, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useClient } from 'urql';
import { Link } from 'wouter';
import type { ServiceStateQuery } from '../gql/graphql.ts';
import { type Format, useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Outcome } from '../ui/outcome.tsx';
import { Section } from '../ui/page.tsx';
import { createBackup } from './backups.tsx';

type Administration = NonNullable<ServiceStateQuery['administration']>;
type Texts = ReturnType<typeof useTexts>;

/** Something that an operator should do, and where. */
interface Need {
  key: string;
  isUrgent: boolean;
  badge: string;
  text: ReactNode;
  act: Act;
}

/** A link to where it is mended, or a button that mends it. */
type Act = { label: string } & ({ href: string } | { run(): void });

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A disk that is full later than that needs no hand yet. */
const soonDays = 30;

/** What needs a hand, the urgent first; each with its one action. */
export function Needs({ state }: { state: ServiceStateQuery }) {
  const texts = useTexts();
  const format = useFormat();
  const client = useClient();
  const { needs } = texts;
  const backUp = () => void client.mutation(createBackup, {}).toPromise();
  const found = [
    ...needsOfBackups(state, texts, format, backUp),
    ...needsOfPacks(state, texts),
    ...(state.administration ? needsOfService(state.administration, texts, format) : []),
  ];
  return (
    <Section title={needs.title}>
      {found.length === 0 && <Text size="sm">{needs.none}</Text>}
      {found
        .toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent))
        .map(({ key, isUrgent, badge, text, act }) => (
          <Outcome key={key} color={isUrgent ? 'red' : 'yellow'} badge={badge} act={<ActOf act={act} />}>
            {text}
          </Outcome>
        ))}
    </Section>
  );
}

function ActOf({ act }: { act: Act }) {
  if ('href' in act) {
    return (
      <Anchor component={Link} href={act.href} size="sm">
        {act.label}
      </Anchor>
    );
  }
  return (
    <Button size="xs" variant="default" onClick={act.run}>
      {act.label}
    </Button>
  );
}

const isOld = (time: string, age: number) => Date.now() - new Date(time).getTime() > age;

/** Whoever archives the server's log has backups of another kind. */
function needsOfBackups(
  { uploaded, administration }: ServiceStateQuery,
  { admin, needs }: Texts,
  format: Format,
  backUp: () => void,
): Need[] {
  if (!administration || uploaded.totalCount === 0) return [];
  const { backups, database, settings } = administration;
  const hours = Number(settings.find(({ name }) => name === 'BACKUP_EVERY_HOURS')?.value ?? 0);
  const age = hours > 0 ? 2 * hours * hourMs : 7 * dayMs;
  const whole = backups.find(({ state }) => state === 'WHOLE')?.createdAt;
  const isMade = [whole, database.lastArchivedAt].some((time) => time && !isOld(time, age));
  if (isMade || backups.some(({ state }) => state === 'RUNNING')) return [];
  const text = whole ? needs.backupOld(format.ago(whole)) : needs.backupNone;
  const act = { run: backUp, label: admin.backUpNow };
  return [{ key: 'backup', isUrgent: false, badge: needs.backup, text, act }];
}

function needsOfPacks({ modPacks, administration }: ServiceStateQuery, texts: Texts): Need[] {
  const { admin, modPack, needs, problem } = texts;
  const quarantined = modPacks.totalCount;
  const malware: Need = {
    key: 'quarantine',
    isUrgent: true,
    badge: modPack.quarantine,
    text: admin.quarantined(quarantined),
    act: { href: '/modpacks?quarantined=yes', label: admin.showQuarantined },
  };
  const alike = administration?.failuresAlike ?? [];
  return [
    ...(quarantined > 0 ? [malware] : []),
    ...alike.map(
      ({ code, message, modPacks: count }): Need => ({
        key: `failures ${code}`,
        isUrgent: false,
        badge: needs.failures,
        text: (
          <>
            {needs.alike(count)} {problem(code, message)}
          </>
        ),
        act: { href: '/modpacks?status=ERROR', label: needs.showPacks },
      }),
    ),
  ];
}

function needsOfService(administration: Administration, texts: Texts, format: Format): Need[] {
  return [
    ...needsOfRoom(administration, texts, format),
    ...needsOfParts(administration, texts),
    ...needsOfWebhooks(administration, texts, format),
  ];
}

function needsOfRoom(
  { freeBytes, reserveBytes, daysUntilFull }: Administration,
  { admin, needs }: Texts,
  format: Format,
): Need[] {
  const isFull = freeBytes <= reserveBytes;
  if (!isFull && (typeof daysUntilFull !== 'number' || daysUntilFull >= soonDays)) return [];
  const days = Math.floor(daysUntilFull ?? 0);
  const text = isFull ? needs.full(format.bytes(freeBytes)) : needs.fullIn(days);
  const isUrgent = isFull || days < soonDays / 4;
  const act = { href: '/admin/storage', label: admin.byPack };
  return [{ key: 'room', isUrgent, badge: needs.disk, text, act }];
}

function needsOfParts({ health, runsWaitingForScanner }: Administration, { admin, needs }: Texts): Need[] {
  const scanner: Need = {
    key: 'scanner',
    isUrgent: true,
    badge: needs.scanner,
    text: needs.scannerAway(runsWaitingForScanner),
    act: { href: '/admin/queue', label: needs.showQueue },
  };
  return [
    ...(runsWaitingForScanner > 0 ? [scanner] : []),
    ...health.filter(({ ok }) => !ok).map((part) => needOfPart(part, { admin, needs })),
  ];
}

function needOfPart(
  { name, state, message }: Administration['health'][number],
  { admin, needs }: Pick<Texts, 'admin' | 'needs'>,
): Need {
  const settings = { href: '/admin/settings', label: needs.showSettings };
  if (!state) {
    const text = <span lang="en">{message}</span>;
    return { key: name, isUrgent: true, badge: admin.healthPart(name), text, act: settings };
  }
  // Whatever waits goes on by itself once the platform is there again.
  const act = state === 'KEY_REFUSED' ? settings : { href: '/admin/queue', label: needs.showQueue };
  const text = admin.platformState[state];
  return { key: name, isUrgent: state !== 'AWAY', badge: admin.platform(name), text, act };
}

function needsOfWebhooks({ webhooks }: Administration, { needs, admin }: Texts, format: Format): Need[] {
  const dead = webhooks.filter(
    ({ enabled, waitingSince, failedDeliveries, lastDeliveredAt }) =>
      enabled &&
      ((waitingSince && isOld(waitingSince, hourMs)) ||
        (failedDeliveries > 0 && (!lastDeliveredAt || isOld(lastDeliveredAt, dayMs)))),
  );
  return dead.map(({ databaseId, lastDeliveredAt }) => ({
    key: `webhook ${databaseId}`,
    isUrgent: false,
    badge: needs.webhook(databaseId),
    text: lastDeliveredAt ? needs.silentSince(format.ago(lastDeliveredAt)) : admin.noneTaken,
    act: { href: '/admin/webhooks', label: needs.showWebhooks },
  }));
}
