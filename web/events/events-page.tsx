import { Badge, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { Link } from 'wouter';
import type { Status } from '../../client/gql/schema.ts';
import { connection } from '../data/connection.ts';
import { useStore } from '../data/store.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { useAddress } from '../ui/address-state.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { type FeedEvent, useEventFeed } from './event-feed.ts';

const statuses: readonly Status[] = ['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'ERROR'];

/** Every step of every run as it happens; the address says which are wanted. */
export default function EventsPage() {
  const texts = useTexts();
  const { get, change } = useAddress();
  const wanted = get('status').split(',');
  const status = statuses.filter((one) => wanted.includes(one));
  const modPack = /^\d{1,9}$/.test(get('modpack')) ? Number(get('modpack')) : null;
  const feed = useEventFeed({ status, modPack });
  return (
    <Page title={texts.events.title} lead={texts.events.lead} actions={<LiveBadge />}>
      <search className="toolbar">
        <MultiSelect
          className="grow"
          label={texts.events.filterStatus}
          placeholder={status.length === 0 ? texts.events.anyStatus : ''}
          value={status}
          data={statuses.map((value) => ({ value, label: texts.status[value] }))}
          onChange={(chosen) => change({ status: chosen.join(',') }, { replace: true })}
        />
        <TextInput
          label={texts.events.filterModPack}
          inputMode="numeric"
          value={get('modpack')}
          onChange={({ currentTarget }) =>
            change({ modpack: currentTarget.value.replaceAll(/\D/g, '').slice(0, 9) }, { replace: true })
          }
        />
      </search>
      {feed.error !== undefined && feed.events.length === 0 ? (
        <Failure error={feed.error} />
      ) : !feed.isBegun ? (
        <Loading rows={10} />
      ) : feed.events.length === 0 ? (
        <NoEvents isFiltered={status.length > 0 || modPack !== null} />
      ) : (
        <Stack gap="sm">
          <VirtualList
            items={feed.events}
            keyOf={({ id }) => id}
            label={texts.events.title}
            rowHeight={52}
            rowClass="mod-row"
          >
            {showEvent}
          </VirtualList>
          {feed.readOlder !== null && (
            <Group>
              <Button variant="default" onClick={feed.readOlder}>
                {texts.events.older}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Page>
  );
}

function LiveBadge() {
  const { events } = useTexts();
  const { reconnecting, online } = useStore(connection);
  if (reconnecting || !online) return null;
  return (
    <Badge color="teal" variant="light">
      {events.live}
    </Badge>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  const { events } = useTexts();
  return isFiltered ? (
    <Empty title={events.noMatch} />
  ) : (
    <Empty title={events.empty} hint={events.emptyHint} />
  );
}

const showEvent = (event: FeedEvent) => <EventRow event={event} />;

function EventRow({ event }: { event: FeedEvent }) {
  const { word, step } = useTexts();
  const format = useFormat();
  return (
    <>
      <span>
        <Link className="cut" href={`/modpacks/${event.modPackDatabaseId}`}>
          {event.modPack.title}
        </Link>
        <span className="cut dim">
          {word.modPackN(event.modPackDatabaseId)}
          {event.serverPackDatabaseId !== null &&
            event.serverPackDatabaseId !== undefined &&
            ` · ${word.serverPackN(event.serverPackDatabaseId)}`}
        </span>
      </span>
      <StatusBadge status={event.status} />
      <span>
        <Text size="sm">{step[event.kind]}</Text>
        <span className="dim">
          <time dateTime={event.createdAt}>{format.dateTime(event.createdAt)}</time>
        </span>
      </span>
    </>
  );
}
