import { noRoomFailure } from '../database/no-room.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '../errors.ts';

/** An expected failure as an answer. Not an error object, since GraphQL throws every error it is handed. */
export interface Failure {
  code: ErrorCode;
  message: string;
  details: ErrorDetails;
}

/** Runs a mutation; an expected failure becomes its answer. */
export async function orExpectedError<Result>(mutate: () => Promise<Result>): Promise<Result | Failure> {
  try {
    return await mutate();
  } catch (error) {
    return expectedFailure(error);
  }
}

/** The expected failure that this error stands for; any other is thrown on. */
export function expectedFailure(error: unknown): Failure {
  const failure = error instanceof AppError ? error : noRoomFailure(error);
  if (failure === null) throw error;
  return { code: failure.code, message: failure.message, details: failure.details };
}
