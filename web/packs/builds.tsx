import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useTexts } from '../language/speech.ts';
import { LoaderIcon } from '../ui/icons.tsx';
import { Section } from '../ui/page.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import type { ModPackFacts } from './mod-pack.ts';

/** The server packs of one version; nothing where there is but one. */
export function Builds({ modPack, shown }: { modPack: ModPackFacts; shown: { id: string } | null }) {
  const { pack: texts, modloader: names } = useTexts();
  const builds = modPack.serverPacks.nodes;
  const open = builds.find(({ id }) => id === shown?.id);
  if (builds.length < 2) return null;
  return (
    <Section title={texts.builds}>
      <Rows label={texts.builds}>
        {builds.map(({ id, databaseId, createdAt, run: { configuration } }) => (
          <Row
            key={id}
            icon={<LoaderIcon modloader={configuration.modloader} />}
            href={`/serverpacks/${databaseId}`}
            isOpen={id === open?.id}
            name={`Minecraft ${configuration.gameVersion} · ${names[configuration.modloader]} ${configuration.modloaderVersion}`}
            time={createdAt}
          >
            {open !== undefined && id !== open.id && (
              <Anchor
                component={Link}
                href={`/compare?first=${databaseId}&second=${open.databaseId}`}
                size="sm"
              >
                {texts.compareWithOpen}
              </Anchor>
            )}
          </Row>
        ))}
      </Rows>
    </Section>
  );
}
