import { Anchor, Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useQuery } from 'urql';
import { Link, useLocation } from 'wouter';
import { operation } from '../data/operation.ts';
import { useRefreshOnEvents } from '../events/refresh-on-events.ts';
import { graphql, type NewestPacksQuery } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Section } from '../ui/page.tsx';
import { PackIcon } from './pack-icon.tsx';
import { PackName } from './pack-name.tsx';

const newestPacks = operation(
  graphql(`
  query NewestPacks {
    newestServerPacks {
      id
      databaseId
      size
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
          modloaderVersion
          serverIcon {
            content
          }
        }
      }
    }
  }
`),
);

/**
 * The newest server packs, those of different callers first, and a search for others. Nothing for those who may not see
 * any.
 */
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
      <Search />
      <ul className="packs">
        {packs.map((pack) => (
          <Pack key={pack.id} pack={pack} />
        ))}
      </ul>
    </Section>
  );
}

function Search() {
  const { word, modPacks } = useTexts();
  const [, go] = useLocation();
  const [text, setText] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    go(`/modpacks?${new URLSearchParams({ search: text.trim() })}`);
  };
  return (
    <search>
      <form className="toolbar" onSubmit={submit}>
        <TextInput
          className="grow"
          type="search"
          label={modPacks.search}
          placeholder={modPacks.searchHint}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {word.search}
        </Button>
      </form>
    </search>
  );
}

function Pack({ pack }: { pack: NewestPacksQuery['newestServerPacks'][number] }) {
  const { modloader } = useTexts();
  const format = useFormat();
  const run = pack.run.configuration;
  const name = pack.modPack.title;
  return (
    <li>
      <PackIcon name={name} content={run.serverIcon?.content} url={pack.modPack.iconUrl} />
      <span>
        <PackName href={`/serverpacks/${pack.databaseId}`} name={name} />
        <span className="dim">
          {`${modloader[run.modloader]} ${run.modloaderVersion} · Minecraft ${run.gameVersion} · ${format.bytes(pack.size)}`}
        </span>
      </span>
    </li>
  );
}
