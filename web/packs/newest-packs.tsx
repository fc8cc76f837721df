import { Anchor } from '@mantine/core';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { operation } from '../data/operation.ts';
import { useRefreshOnEvents } from '../events/refresh-on-events.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { Section } from '../ui/page.tsx';
import { PackCard } from './pack-card.tsx';

const newestPacks = operation(
  graphql(`
  query NewestPacks {
    newestServerPacks {
      id
      databaseId
      size
      createdAt
      modPack {
        id
        title
        iconUrl
      }
      run {
        id
        configuration {
          gameVersion
          modloader
          serverIcon {
            content
          }
        }
      }
    }
  }
`),
);

/** The newest server packs, those of different callers first. Nothing for those who may not see any. */
export default function NewestPacks() {
  const { home } = useTexts();
  const [{ data, error }, refresh] = useQuery({ query: newestPacks });
  useRefreshOnEvents(refresh, error && data === undefined ? null : { status: ['GENERATED'] });
  const packs = data?.newestServerPacks ?? [];
  if (packs.length === 0) return null;
  return (
    <Section
      title={home.newest}
      actions={
        <Anchor component={Link} href="/modpacks" size="sm">
          {home.all}
        </Anchor>
      }
    >
      <ul className="packs">
        {packs.map(({ id, databaseId, size, createdAt, modPack, run: { configuration } }) => (
          <PackCard
            key={id}
            href={`/serverpacks/${databaseId}`}
            name={modPack.title}
            icon={{ content: configuration.serverIcon?.content, url: modPack.iconUrl }}
            builtFor={configuration}
            size={size}
            time={createdAt}
          />
        ))}
      </ul>
    </Section>
  );
}
