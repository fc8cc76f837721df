import pg from 'pg';

/** A statement that the server reads once on each connection, and keeps under this name. */
export interface NamedStatement {
  name: string;
  text: string;
}

/** What the driver hands on of an answer. */
interface Description {
  fields: readonly { dataTypeID: number }[];
}

type Parse = (text: string) => unknown;

/** How the columns of a statement are read, by its name, for each connection that has described them. */
const described = new WeakMap<pg.Connection, Map<string, readonly Parse[]>>();

const { builtins, getTypeParser } = pg.types;
const asItIs: Parse = (text) => text;
/** Moments, spans of time and lists of them, which columns of drizzle read themselves. */
const readByColumns = new Set<number>([
  builtins.TIMESTAMP,
  builtins.TIMESTAMPTZ,
  builtins.DATE,
  builtins.INTERVAL,
  1115,
  1182,
  1185,
  1187,
  1231,
]);

/**
 * A question by the name of its statement. The driver's own has the columns described with every answer, and makes objects of the
 * description. They are what they are for as long as the server keeps the statement: where its tables have changed, it fails. So they are
 * described when a connection is first asked, which is left to the driver, and not after that.
 */
export class NamedQuery extends pg.Query {
  // By these names the driver looks for what it has to know.
  readonly name: string;
  readonly text: string;
  readonly values: (string | null)[];
  callback: ((error: Error | null) => void) | null = null;
  override readonly submit = this.#send;

  readonly #answer = Promise.withResolvers<unknown[][]>();
  readonly #rows: (string | null)[][] = [];
  #connection: pg.Connection | null = null;

  /** `values` are the parameters, in their order: texts, numbers, truth values and null. */
  constructor({ name, text }: NamedStatement, values: readonly unknown[]) {
    // Whatever else may say what is asked, the driver copies property by property.
    super(text);
    this.name = name;
    this.text = text;
    this.values = values.map(textOf);
  }

  /** The rows, each with its values in the order of the columns. */
  get answer(): Promise<unknown[][]> {
    return this.#answer.promise;
  }

  /** That all has come, or what it failed for. */
  tell(error: Error | null): void {
    try {
      if (error) throw error;
      this.#answer.resolve(this.#read());
    } catch (failure) {
      this.#answer.reject(failure);
    }
  }

  #describe(parsers: readonly Parse[]): void {
    if (this.#connection === null) return;
    const statements = described.get(this.#connection) ?? new Map<string, readonly Parse[]>();
    described.set(this.#connection, statements);
    statements.set(this.name, parsers);
  }

  #read(): unknown[][] {
    const parsers = this.#connection && described.get(this.#connection)?.get(this.name);
    if (!parsers) return this.#rows;
    return this.#rows.map((row) =>
      row.map((value, index) => (value === null ? null : parsers[index]?.(value))),
    );
  }

  /** Answers why it cannot be sent, if so. */
  #send(connection: pg.Connection): unknown {
    this.#connection = connection;
    if (!described.get(connection)?.has(this.name)) return pg.Query.prototype.submit.call(this, connection);
    connection.bind({ statement: this.name, values: this.values }, true);
    connection.execute({}, true);
    connection.sync();
    return null;
  }

  // What the driver calls as the answer comes in.

  handleRowDescription({ fields }: Description): void {
    this.#describe(fields.map(({ dataTypeID }) => parserOf(dataTypeID)));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {
    // What answers no rows has no columns that anybody would describe.
    if (this.#connection && !described.get(this.#connection)?.has(this.name)) this.#describe([]);
  }

  handleReadyForQuery(): void {
    this.callback?.(null);
  }
}

function parserOf(type: number): Parse {
  return readByColumns.has(type) ? asItIs : getTypeParser(type, 'text');
}

function textOf(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
  }
  if (value === null || value === undefined) return null;
  throw new TypeError('A parameter of a statement is neither a text, a number, a truth value nor nothing.');
}
