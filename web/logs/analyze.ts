import { useState } from 'react';
import { useClient } from 'urql';
import { operation } from '../data/operation.ts';
import { type Refusal, refusalOf } from '../data/refusal.ts';
import { type AnalyzeLogMutation, graphql } from '../gql/graphql.ts';

const analyzeLog = operation(
  graphql(`
  mutation AnalyzeLog($log: LogInput!, $serverPack: ID) {
    analyzeLog(input: { log: $log, serverPack: $serverPack }) {
      __typename
      ... on LogAnalysis {
        findings {
          cause
          message
          lines {
            number
            text
          }
          suspects {
            file
            modId
            className
          }
          act {
            kind
            modId
            version
            java
            files
          }
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

/** One reason why a server did not start. */
export type LogFinding = Extract<
  AnalyzeLogMutation['analyzeLog'],
  { __typename: 'LogAnalysis' }
>['findings'][number];

/** In bytes; the service reads no more. */
export const largestLog = 50 * 1024 * 1024;

/** The link in a pasted text of nothing else; the service checks which links it takes. */
export function linkIn(text: string): string | null {
  const link = text.trim();
  return /^(?:https?:\/\/\S+|(?:api\.)?mclo\.gs\/\S+)$/.test(link) ? link : null;
}

/** Sends a log to the service. Pasted text travels as a file too, since other requests have a smaller limit. */
export function useAnalysis() {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<LogFinding[] | Refusal | null>(null);
  const ask = async (log: { file: File } | { url: string }, serverPack: string | null) => {
    // The service takes forms only with a header that a page of another site cannot send unasked.
    const fetchOptions = () => ({ headers: { 'graphql-preflight': '1' } });
    const { data, error } = await client
      .mutation(analyzeLog, { log, serverPack }, { fetchOptions })
      .toPromise();
    const result = data?.analyzeLog;
    if (result === undefined) return refusalOf(error);
    return result.__typename === 'LogAnalysis' ? result.findings : result;
  };
  const start = (log: { file: File } | { url: string }, serverPack: string | null) => {
    setBusy(true);
    setOutcome(null);
    void ask(log, serverPack).then((came) => {
      setBusy(false);
      setOutcome(came);
    });
  };
  return { start, isBusy, outcome };
}
