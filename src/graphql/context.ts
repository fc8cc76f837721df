import type { Viewer } from '../access/permissions.ts';
import type { Parts } from '../app.ts';
import type { Aside, Database } from '../database/database.ts';
import type { EventLoopYields } from './execution/event-loop-yields.ts';
import type { AnswerBudget, Work } from './execution/work.ts';

/** The context that resolvers get. */
export interface Context {
  /** The parts of the service. Queries use the database of their operation, which is a snapshot. */
  parts: Parts;
  viewer: Viewer;
  operation: Operation;
}

/** Values of one operation, or of one event of a subscription. */
export interface Operation {
  /** A snapshot for queries and for events of a subscription; the database itself for mutations. */
  database: Database;
  /** Public address of this service, for links; without a trailing slash. */
  baseUrl: string;
  /** Aborted when the caller has disconnected. */
  gone: AbortSignal;
  /** Most nodes one page of a connection may hold. */
  maxPageSize: number;
  /** Bytes left for the answers of this request, or of one event of a subscription. */
  answerBudget: AnswerBudget;
  /** The running operation; null before execution begins. */
  work: Work | null;
  yields: EventLoopYields;
  /** For waits on anything but the operation's own database reads (see `Snapshot`). */
  aside: Aside;
  /** The loaders created so far, by their factory. */
  loaders: Map<object, object>;
}

/** A copy of the context with parts of its operation replaced. */
export function withOperation({ parts, viewer, operation }: Context, own: Partial<Operation>): Context {
  return { parts, viewer, operation: { ...operation, ...own } };
}
