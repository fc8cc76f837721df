import { GraphQLError } from 'graphql';
import type { WebSocket } from 'ws';
import type { Config } from '../../config.ts';

/** A socket as the protocol's library shows it to its hooks. */
interface SocketContext {
  /** The operations under way, by their ids. */
  subscriptions: Readonly<Record<string, unknown>>;
  extra: { socket: WebSocket };
}

/** Watches over sockets that are open. */
export interface SocketLimits {
  /** To be called when a socket is ready, and after each operation. */
  rest(context: SocketContext): void;
  /** To be called with each new operation; answers why it is refused, or null. */
  admit(context: SocketContext): GraphQLError | null;
  forget(context: SocketContext): void;
}

/** Refuses operations beyond the most that one socket may have, and closes sockets that have none for too long. */
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
