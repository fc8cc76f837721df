import { GraphQLError } from 'graphql';
import type { WebSocket } from 'ws';
import type { Config } from '../../config.ts';

/** The fields of the library's socket context that are used here. */
interface SocketContext {
  /** The running operations, by their ids. */
  subscriptions: Readonly<Record<string, unknown>>;
  extra: { socket: WebSocket };
}

/** Limits of open sockets. */
export interface SocketLimits {
  /** Called when a socket is ready, and after each operation. */
  rest(context: SocketContext): void;
  /** Called with each new operation; returns the reason for refusal, or null. */
  admit(context: SocketContext): GraphQLError | null;
  forget(context: SocketContext): void;
}

/** Refuses operations beyond the limit of one socket, and closes sockets without operations after a while. */
export function createSocketLimits({
  maxSocketOperations,
  socketIdleMs,
}: Pick<Config, 'maxSocketOperations' | 'socketIdleMs'>): SocketLimits {
  const timers = new WeakMap<WebSocket, NodeJS.Timeout>();
  const count = ({ subscriptions }: SocketContext) => Object.keys(subscriptions).length;
  const forget = ({ extra: { socket } }: SocketContext) => clearTimeout(timers.get(socket));
  const rest = (context: SocketContext) => {
    const { socket } = context.extra;
    forget(context);
    const close = () => {
      if (count(context) === 0) socket.close(1000, `No operation for ${socketIdleMs} ms`);
    };
    timers.set(socket, setTimeout(close, socketIdleMs).unref());
  };
  return {
    rest,
    forget,
    admit(context) {
      rest(context);
      if (count(context) <= maxSocketOperations) return null;
      const message = `This socket has ${maxSocketOperations} operations under way, which is the most it may have. Complete one first.`;
      return new GraphQLError(message, { extensions: { code: 'TOO_MANY_REQUESTS' } });
    },
  };
}
