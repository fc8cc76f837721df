import { useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { useAllPages } from '../data/all-pages.ts';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/gql.ts';
import type { PreviewPageQuery, RunConfigurationInput } from '../gql/graphql.ts';

const previewPage = operation(
  graphql(`
  query PreviewPage($modPack: ID!, $runConfiguration: RunConfigurationInput!, $after: String) {
    previewServerPack(modPack: $modPack, runConfiguration: $runConfiguration) {
      ... on ServerPackPreview {
        decisions(first: 100, after: $after) {
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
    }
  }
`),
);
const previewSummary = operation(
  graphql(`
  query PreviewSummary($modPack: ID!, $runConfiguration: RunConfigurationInput!) {
    previewServerPack(modPack: $modPack, runConfiguration: $runConfiguration) {
      __typename
      ... on ServerPackPreview {
        keptCount
        droppedCount
        keptModBytes
        warnings {
          code
          error
          entry
        }
      }
      ... on InvalidInputError {
        field
      }
      ... on Error {
        message
      }
    }
  }
`),
);

type Preview = Extract<PreviewPageQuery['previewServerPack'], { decisions: unknown }>;

/** What becomes of one mod, and why. */
export type Decision = Preview['decisions']['nodes'][number];

/** What a run configuration would come to: in sum, and mod by mod. What was worked out last is shown until the next is there. */
export function usePreview(modPack: string, runConfiguration: RunConfigurationInput) {
  const [{ data, error, fetching, stale }, again] = useQuery({
    query: previewSummary,
    variables: { modPack, runConfiguration },
    requestPolicy: 'network-only',
  });
  const answer = data?.previewServerPack;
  const summary = answer?.__typename === 'ServerPackPreview' ? answer : null;
  const problem =
    answer !== undefined && answer.__typename !== 'ServerPackPreview'
      ? {
          message: answer.message,
          field: answer.__typename === 'InvalidInputError' ? (answer.field ?? null) : null,
        }
      : null;
  const pages = useAllPages(
    problem !== null || error !== undefined
      ? null
      : {
          query: previewPage,
          key: JSON.stringify([modPack, runConfiguration]),
          variables: (after) => ({ modPack, runConfiguration, after }),
          pageOf: ({ previewServerPack: preview }) => {
            if (!('decisions' in preview)) return null;
            const { nodes, pageInfo } = preview.decisions;
            return { items: nodes, next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null };
          },
        },
  );
  const [last, setLast] = useState<readonly Decision[]>([]);
  if (pages.isDone && pages.error === null && pages.items !== last) setLast(pages.items);
  const decisions = last.length > 0 && !pages.isDone ? last : pages.items;
  return useMemo(
    () => ({
      summary,
      problem,
      error: error ?? pages.error ?? undefined,
      decisions: decisions.length > 0 ? decisions : last,
      isUpdating: fetching || stale || !pages.isDone,
      isWhole: last.length > 0,
      again: () => again({ requestPolicy: 'network-only' }),
    }),
    [summary, problem, error, pages, decisions, last, fetching, stale, again],
  );
}
