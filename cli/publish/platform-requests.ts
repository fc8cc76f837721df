import type { Readable } from 'node:stream';
import { type Dispatcher, type FormData, request } from 'undici';
import type { z } from 'zod';
import { createAgent } from '../../src/fetching/connect.ts';
import { userAgent } from '../../src/fetching/user-agent.ts';
import type { CommandContext } from '../context.ts';
import { CommandFailed, exitCodes } from '../exit-codes.ts';
import { shown } from '../screen.ts';

/** Milliseconds that a platform may take to answer once it has all bytes: CurseForge looks through a file first. */
const silenceMs = 300_000;
/** Bytes of an answer that are read. */
const mostBytes = 1024 * 1024;

/** One request to a platform. */
export interface PlatformRequest<Answer> {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: FormData | Readable;
  /** Schema of the answer; null for an empty one. */
  answer: z.ZodType<Answer> | null;
  /** The sentence for a refusal, by its status and text; null when these do not help. */
  refusal(status: number, text: string): string | null;
}

/** Requests to a platform; the caller closes it. */
export interface Platform extends AsyncDisposable {
  /** Null for 404. Fails with exit code 4 where it is refused, and with 5 where the platform cannot be reached. */
  ask<Answer>(asked: PlatformRequest<Answer>): Promise<Answer | null>;
}

/** `name` is the platform's name in messages. Redirects are not followed, so that a token stays with its host. */
export function openPlatform(
  name: string,
  { connect, signal }: Pick<CommandContext, 'connect' | 'signal'>,
): Platform {
  const agent = createAgent({ privateAddresses: true, connections: 1, silenceMs }, connect);
  return {
    async ask({ method, url, headers, body, answer, refusal }) {
      const named = { ...headers, 'user-agent': userAgent(null) };
      const sent = { dispatcher: agent, method, headers: named, signal, body: body ?? null };
      const response = await request(url, sent).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new CommandFailed(exitCodes.away, `${name} cannot be reached, or broke off.`, { cause });
      });
      const { statusCode } = response;
      const text = await textOf(response.body);
      if (statusCode === 404) return null;
      if (statusCode < 200 || statusCode > 299) {
        const said = refusal(statusCode, text);
        const message = `${name} refuses this with status ${statusCode}${said === null ? '.' : `: ${shown(said)}`}`;
        throw new CommandFailed(exitCodes.refusedRequest, message);
      }
      if (answer === null) return null;
      const parsed = answer.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
      const message = `${name} answers what this version does not understand. Look there whether the file has arrived.`;
      throw new CommandFailed(exitCodes.refusedRequest, message);
    },
    [Symbol.asyncDispose]: () => agent.close(),
  };
}

/** The text of an answer, as far as it is read. */
export async function textOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  let text = '';
  for await (const chunk of body.setEncoding('utf8')) {
    text += chunk;
    if (text.length > mostBytes) break;
  }
  return text;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
