import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Moment } from '../../database/moments.ts';
import { holdsTag } from '../downloads/plan-range.ts';

/** What a client holds already, while it is found out whether that is still the answer. */
export interface Condition {
  /** Answers the tag of what the client holds, where nothing at all has changed since that was read; else null. */
  unchanged(): Promise<string | null>;
  /** To be awaited before an answer that is of the database alone is read: then its tag is remembered with the moment. */
  beforeReading(): Promise<void>;
  /** The answer that was read then has this tag. */
  remember(tag: string): void;
}

/** What of a request decides on its answer. */
type Asked = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'viewer'>;

/** Answers whose tag is remembered; those that were not asked for longest go first. Each takes some hundred bytes. */
const mostRemembered = 5_000;

/**
 * Answers to GET that clients may keep, if they ask each time whether theirs is still the one. The tag is made of the answer's
 * bytes, so it is right whoever has made it: another node, or this one before a restart. What was found out once about an
 * answer of the database alone, its tag, is good for as long as nobody commits anything: then it need not be made again.
 */
export function createAnswerTags(moment: Moment, most: number = mostRemembered) {
  const remembered = new Map<string, { tag: string; moment: string }>();
  const remember = (key: string, one: { tag: string; moment: string }) => {
    remembered.delete(key);
    remembered.set(key, one);
    if (remembered.size <= most) return;
    for (const oldest of remembered.keys()) {
      remembered.delete(oldest);
      return;
    }
  };
  /** Null where the database cannot be asked: whoever reads from it is told of that. */
  const momentNow = () => moment().catch(() => null);

  return {
    /** Null for requests that want an answer in any case. */
    conditionOf(request: Asked): Condition | null {
      const held = request.headers['if-none-match'];
      if (request.method !== 'GET' || held === undefined) return null;
      const key = keyOf(request);
      let before: string | null = null;
      return {
        async unchanged() {
          const known = remembered.get(key);
          if (!known || !holdsTag(held, known.tag)) return null;
          before = await momentNow();
          if (before !== known.moment) return null;
          remember(key, known);
          return known.tag;
        },
        async beforeReading() {
          before ??= await momentNow();
        },
        remember(tag) {
          if (before !== null) remember(key, { tag, moment: before });
        },
      };
    },
  };
}

/** Another caller, with other rights, may be told something else at the same address. */
function keyOf({ url, headers, viewer: { kind, name, role, mayNameVoter } }: Asked): string {
  return hash('sha256', JSON.stringify([url, headers.accept, kind, name, role, mayNameVoter]), 'base64');
}

export function tagOf(body: string): string {
  return `"${hash('sha256', body, 'base64url')}"`;
}

/** Sends an answer with its tag, or 304 to a client that holds it. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, tag }: { type: string; body: string; tag: string },
): FastifyReply {
  if (holdsTag(request.headers['if-none-match'], tag)) return sendUnchanged(reply, tag);
  return reply.headers(headersOf(tag)).type(type).send(body);
}

export function sendUnchanged(reply: FastifyReply, tag: string): FastifyReply {
  return reply.code(304).headers(headersOf(tag)).send();
}

/** What is answered here may be told to one caller and not to another: nobody else keeps it, and each asks again. */
function headersOf(etag: string): Record<string, string> {
  return { etag, 'cache-control': 'private, no-cache', vary: 'Accept, Authorization' };
}
