import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Refusal } from '../data/refusal.ts';
import { useStore } from '../data/store.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Facts } from '../ui/facts.tsx';
import { Outcome } from '../ui/outcome.tsx';
import { Page } from '../ui/page.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import { Empty, Loading } from '../ui/states.tsx';
import { chooseFiles } from './choose.ts';
import { DropZone } from './drop-zone.tsx';
import { uploadItems } from './items.ts';
import { SecretsNotice } from './secrets-notice.tsx';
import { SendingBar } from './sending-bar.tsx';
import { submitWithTicket } from './submit-with-ticket.ts';
import { readTicket, type Ticket } from './ticket.ts';
import { ToOwnPage } from './to-own-page.tsx';

/** The page of an upload link: one modpack, for a fixed run configuration. */
export default function TicketPage({ ticket }: { ticket: string }) {
  const texts = useTexts();
  const { upload } = texts;
  const [state, setState] = useState<Ticket | { refusal: Refusal } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void readTicket(ticket).then((read) => isWanted && setState(read));
    return () => {
      isWanted = false;
    };
  }, [ticket]);
  if (state === null) return <Loading />;
  if ('refusal' in state) {
    return (
      <Page title={upload.ticketGone}>
        <Empty
          title={<RefusalText refusal={state.refusal} />}
          action={
            <Button component={Link} href="/">
              {texts.state.home}
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page title={upload.title} lead={upload.ticketLead}>
      <TicketFacts ticket={state} />
      <TicketUpload ticket={ticket} mayFollow={state.mayFollow} />
    </Page>
  );
}

function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { word, upload } = useTexts();
  const format = useFormat();
  return (
    <Card withBorder>
      <Facts
        facts={[
          [word.gameVersion, ticket.gameVersion ?? upload.asPackSays],
          [word.modloader, ticket.modloader ?? upload.asPackSays],
          [word.modloaderVersion, ticket.modloaderVersion],
        ]}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {upload.ticketUntil(format.dateTime(ticket.expires))}
      </Text>
    </Card>
  );
}

function TicketUpload({ ticket, mayFollow }: { ticket: string; mayFollow: boolean }) {
  const { upload } = useTexts();
  const items = useStore(uploadItems);
  const item = items.at(-1);
  if (item === undefined) return <DropZone isSingle onFiles={(files) => chooseFiles(files.slice(0, 1))} />;
  if (item.state === 'submitted') {
    return item.modPack !== null ? (
      <ToOwnPage item={item} />
    ) : (
      <Alert color="teal" role="status">
        {upload.ticketStored}
      </Alert>
    );
  }
  const isIdle = item.state === 'ready' || item.state === 'failed';
  return (
    <Stack>
      {isIdle && <DropZone isSingle hasChosen onFiles={(files) => chooseFiles(files.slice(0, 1))} />}
      <Text fw={600}>{item.file.name}</Text>
      <SecretsNotice item={item} />
      {item.fault !== null && item.fault !== 'tooLarge' && (
        <Outcome color="red" badge={upload.refused} role="alert">
          {upload[item.fault]}
        </Outcome>
      )}
      {item.problem !== null && (
        <Outcome color="red" badge={upload.refused} role="alert">
          <RefusalText refusal={item.problem} />
        </Outcome>
      )}
      {!isIdle && <SendingBar item={item} />}
      {isIdle && item.fault === null && (
        <Group>
          <Button onClick={() => void submitWithTicket(item.key, { ticket, mayFollow })}>
            {upload.start}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
