import { hostFilesMessage } from '../format/host-files.ts';
import { graphql } from '../gql/graphql.ts';
import { Refusal } from '../refusal.ts';
import type { Button } from './button.ts';
import { numberIn } from './ids.ts';

const filesForHosts = graphql(`
  query FilesForHosts($databaseId: Int!) {
    serverPack(by: { databaseId: $databaseId }) {
      downloadUrl
      hostFiles {
        kind
        name
        text
      }
      modPack {
        title
      }
    }
  }
`);

/** Shows the clicking person alone the files that put a server pack on a host. */
export const hostsButton: Button = {
  kind: 'hosts',
  answer: 'private',
  starts: false,
  async run({ gateway, stopping, linkTo }, _interaction, reply, [number]) {
    const databaseId = numberIn(number);
    if (databaseId === null) return;
    const { serverPack } = await gateway.ask(filesForHosts, { databaseId }, stopping);
    if (serverPack === null) throw new Refusal(({ refused }) => refused.noServerPack(databaseId));
    reply.show(hostFilesMessage(serverPack, { words: reply.words, linkTo }));
  },
};
