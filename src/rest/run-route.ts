import type { ErrorCode } from '../../client/gql/schema.ts';
import { AppError } from '../errors.ts';
import type { RouteDescription } from './description.ts';
import type { Operation } from './execute.ts';
import { type FailureFields, failureOf } from './failure.ts';
import type { RunResultFragment } from './gql/graphql.ts';
import type { RestAnswer, RestRequest, RestRoute } from './route.ts';
import { statusOf } from './status.ts';

type Refusal = FailureFields & { existing?: { databaseId: number } | null };

type RunOutcome = ({ __typename: 'RunStarted' } & RunResultFragment) | ({ __typename: string } & Refusal);

/**
 * A route that starts a run from a form and answers with the contract's upload-and-generate result, also for failures.
 */
export function runRoute<Data, Variables extends object>(row: {
  url: string;
  description: RouteDescription;
  maxFiles: number;
  operation: Operation<Data, Variables>;
  variables: (request: RestRequest) => Variables;
  result: (data: Data) => RunOutcome;
  /** The message for an accepted request. */
  message: string;
}): RestRoute {
  return {
    method: 'POST',
    url: row.url,
    description: row.description,
    form: { maxFiles: row.maxFiles },
    async handle(request, context) {
      const outcome = row.result(await row.operation.run(row.variables(request), context));
      if (!('run' in outcome)) {
        if (isRefusal(outcome)) return refusal(outcome);
        throw failureOf(outcome);
      }
      return {
        status: 200,
        json: {
          message: row.message,
          success: true,
          modPackId: outcome.modPack.databaseId,
          runConfigId: outcome.run.databaseId,
          serverPackId: null,
          // The run may already be under way; the answer is about the request.
          status: 'QUEUED',
        },
        ...(outcome.archiveUrl != null && { headers: { link: `<${outcome.archiveUrl}>; rel="enclosure"` } }),
      };
    },
    refuse: (error) => (error instanceof AppError && isRefusal(error) ? refusal(error) : null),
  };
}

/** Failures not caused by the form get a problem document, as on all other routes. */
const problems: readonly ErrorCode[] = [
  'METHOD_NOT_ALLOWED',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNAVAILABLE',
  'TOO_MANY_REQUESTS',
  'UNAUTHENTICATED',
  'FORBIDDEN',
];

function isRefusal({ code }: { code: ErrorCode }): boolean {
  return !problems.includes(code);
}

function refusal({ code, message, existing }: Refusal): RestAnswer {
  return {
    status: statusOf[code],
    json: {
      message,
      success: false,
      modPackId: existing?.databaseId ?? null,
      runConfigId: null,
      serverPackId: null,
      status: 'ERROR',
    },
  };
}
