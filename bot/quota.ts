import { Refusal } from './refusal.ts';

/** The person, and the server, that work is counted for. */
export interface Asker {
  userId: string;
  /** Null outside of servers. */
  guildId: string | null;
}

/** Counts long work that is under way. */
export interface Quota {
  /** Counts a piece of work until it is disposed of; throws a `Refusal` where there is too much already. */
  enter(asker: Asker): Disposable;
}

/** Bounds what one person, and the people of one server, have under way at a time. */
export function createQuota({ perUser, perServer }: { perUser: number; perServer: number }): Quota {
  const counts = new Map<string, number>();
  const add = (key: string, one: 1 | -1) => {
    const count = (counts.get(key) ?? 0) + one;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  return {
    enter({ userId, guildId }) {
      const user = `user:${userId}`;
      const server = guildId === null ? null : `server:${guildId}`;
      if ((counts.get(user) ?? 0) >= perUser)
        throw new Refusal(({ refused }) => refused.tooManyOfYou(perUser));
      if (server !== null && (counts.get(server) ?? 0) >= perServer)
        throw new Refusal(({ refused }) => refused.tooManyHere(perServer));
      const keys = server === null ? [user] : [user, server];
      for (const key of keys) add(key, 1);
      return {
        [Symbol.dispose]() {
          for (const key of keys.splice(0)) add(key, -1);
        },
      };
    },
  };
}
