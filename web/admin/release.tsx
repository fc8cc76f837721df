import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { Section } from '../ui/page.tsx';

const release = operation(
  graphql(`
  query Release {
    administration {
      version
      changes
    }
  }
`),
);

/** Which version runs, and what it changes. */
export function Release() {
  const { admin } = useTexts();
  const [{ data }] = useQuery({ query: release });
  const { version, changes } = data?.administration ?? {};
  if (version === undefined) return null;
  return (
    <Section title={admin.version(version)}>
      <details>
        <summary>{admin.changes}</summary>
        <Text className="block-code" lang="en">
          {changes}
        </Text>
      </details>
    </Section>
  );
}
