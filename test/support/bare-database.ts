import type { Extensions } from '@electric-sql/pglite';
import { connect, wayTo } from '../../src/database/connections.ts';
import type { Queries } from '../../src/database/database.ts';
import { connectClient } from '../../src/database/embedded-client.ts';
import { streamWithin } from '../../src/database/embedded-stream.ts';
import { migrate } from '../../src/database/migrate.ts';
import { queriesOf, queriesOfConnection } from '../../src/database/queries.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import { CopiedFiles } from './copied-files.ts';
import { emptyFiles } from './embedded-files.ts';

/** A database without tables, by the driver of the service. */
export interface BareDatabase extends AsyncDisposable {
  db: Queries;
  /** Brings its tables to today's. */
  migrate(): Promise<void>;
  /** Runs statements without parameters. */
  exec(statements: string): Promise<void>;
}

/** The database at an address of a server, or an embedded one, which knows these extensions. */
export async function openBareDatabase({
  url,
  extensions = {},
}: {
  url?: string;
  extensions?: Extensions;
} = {}): Promise<BareDatabase> {
  if (url !== undefined) {
    const connection = await connect(wayTo(url, defaultServerSettings, { prepares: 'nothing' }));
    return bareOn(queriesOfConnection(connection, { direct: true }), connection, () => connection.end());
  }
  const stream = await streamWithin({ fs: new CopiedFiles(await emptyFiles()), extensions });
  const { client, close } = await connectClient(stream, {
    lost(error) {
      throw error;
    },
  });
  return bareOn(queriesOf(client, { direct: false }), client, close);
}

function bareOn(
  db: Queries,
  sqlClient: { query(text: string): Promise<unknown> },
  close: () => Promise<void>,
): BareDatabase {
  return {
    db,
    migrate: () => migrate(db),
    exec: async (statements) => void (await sqlClient.query(statements)),
    [Symbol.asyncDispose]: close,
  };
}
