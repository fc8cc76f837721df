import { noRoomFailure } from '../database/no-room.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '../errors.ts';

/** An expected failure as an answer. Not an `Error`, since GraphQL throws every error that a resolver returns. */
export interface Failure {
  code: ErrorCode;
  message: string;
  details: ErrorDetails;
}

/** Runs a mutation and returns an expected failure as its answer. */
export async function orExpectedError<Result>(mutate: () => Promise<Result>): Promise<Result | Failure> {
  try {
    return await mutate();
  } catch (error) {
    return expectedFailure(error);
  }
}

/** The expected failure of this error; any other error is thrown again. */
export function expectedFailure(error: unknown): Failure {
  const failure = error instanceof AppError ? error : noRoomFailure(error);
  if (failure === null) throw error;
  return { code: failure.code, message: failure.message, details: failure.details };
}
