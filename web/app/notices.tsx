import { Button } from '@mantine/core';
import { connection } from '../data/connection.ts';
import { useStore } from '../data/store.ts';
import { useIsOutdated } from '../data/version.ts';
import { useTexts } from '../language/speech.ts';

/** Tells on every page that the service is away, busy, or upgraded. */
export function Notices() {
  const { state } = useTexts();
  const { online, reconnecting, waitUntil } = useStore(connection);
  const isOutdated = useIsOutdated();
  const trouble = !online
    ? state.offline
    : reconnecting
      ? state.reconnecting
      : waitUntil !== null
        ? state.waiting
        : null;
  return (
    <div role="status">
      {trouble !== null && <div className="notice">{trouble}</div>}
      {isOutdated && (
        <div className="notice">
          {state.outdated}{' '}
          <Button size="compact-xs" onClick={() => location.reload()}>
            {state.reload}
          </Button>
        </div>
      )}
    </div>
  );
}
