import { useMemo, useState } from 'react';
import type { RunConfigurationInput } from '../../client/gql/schema.ts';
import { useAllPages } from '../data/all-pages.ts';
import { operation } from '../data/operation.ts';
import type { FieldRefusal } from '../data/refusal.ts';
import { graphql, type PreviewPageQuery } from '../gql/graphql.ts';
import '../ui/problems.tsx';

/** The pages are large, so that they are few; what is beside the mods comes with the first. */
const previewPage = operation(
  graphql(`
  query PreviewPage(
    $modPack: ID!
    $runConfiguration: RunConfigurationInput!
    $after: String
    $isFirst: Boolean!
  ) {
    previewServerPack(modPack: { id: $modPack }, runConfiguration: $runConfiguration) {
      __typename
      ... on ServerPackPreview {
        warnings @include(if: $isFirst) {
          ...Warning
        }
        factsNumber @include(if: $isFirst)
        factsDate @include(if: $isFirst)
        javaVersion @include(if: $isFirst)
        newestJavaVersion @include(if: $isFirst)
        fileCount @include(if: $isFirst)
        fileBytes @include(if: $isFirst)
        leftOutCount @include(if: $isFirst)
        leftOutBytes @include(if: $isFirst)
        leftOut @include(if: $isFirst) {
          path
          reason
          files
          bytes
        }
        decisions(first: 1000, after: $after) {
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            file
            kept
            reason
            certainty
            evidence
          }
        }
      }
      ... on UserError {
        code
        message
        field
      }
    }
  }
`),
);

type Answer = PreviewPageQuery['previewServerPack'];
type Preview = Extract<Answer, { __typename: 'ServerPackPreview' }>;

/** The files of a server pack beside the decisions about mods; absent but for the first page. */
export type FilesOfPreview = Pick<
  Preview,
  'fileCount' | 'fileBytes' | 'leftOutCount' | 'leftOutBytes' | 'leftOut'
>;

export type Decision = Preview['decisions']['nodes'][number];

/** The facts about mods behind the decisions; null where the answer tells none. */
function factsOf(preview: Preview | undefined): { number: number; date: string } | null {
  const { factsNumber: number, factsDate: date } = preview ?? {};
  return number === undefined || date === undefined ? null : { number, date };
}

/** The result of a run configuration, mod by mod. The last result is shown until the next has come. */
export function usePreview(modPack: string, runConfiguration: RunConfigurationInput) {
  const [attempt, setAttempt] = useState(0);
  const { items, first, isDone, error } = useAllPages({
    query: previewPage,
    key: JSON.stringify([modPack, runConfiguration, attempt]),
    variables: (after) => ({ modPack, runConfiguration, after, isFirst: after === null }),
    pageOf: ({ previewServerPack: preview }) => {
      if (preview.__typename !== 'ServerPackPreview') return null;
      const { nodes, pageInfo } = preview.decisions;
      return { items: nodes, next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null };
    },
  });
  const answer = first?.previewServerPack;
  const problem = useMemo(() => (answer === undefined ? null : problemOf(answer)), [answer]);
  const [last, setLast] = useState<{ decisions: readonly Decision[]; preview: Preview } | null>(null);
  if (isDone && error === null && answer?.__typename === 'ServerPackPreview' && answer !== last?.preview)
    setLast({ decisions: items, preview: answer });
  const shown = answer?.__typename === 'ServerPackPreview' ? answer : last?.preview;
  return {
    files: shown,
    warnings: shown?.warnings ?? [],
    facts: factsOf(shown),
    java: { version: shown?.javaVersion ?? null, newest: shown?.newestJavaVersion ?? null },
    problem,
    error: error ?? undefined,
    decisions: last?.decisions ?? items,
    isUpdating: !isDone,
    again: () => setAttempt(attempt + 1),
  };
}

function problemOf(answer: Answer): FieldRefusal | null {
  if (answer.__typename === 'ServerPackPreview') return null;
  const { code, message, field } = answer;
  return { code, message, field };
}
