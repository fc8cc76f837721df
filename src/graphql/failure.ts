import { noRoomFailure } from '../database/no-room.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '../errors.ts';

/** An expected failure as an answer. Not an `Error`, since GraphQL throws every error that a resolver returns. */
export class Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;

  constructor({ code, message, details }: Pick<AppError, 'code' | 'message' | 'details'>) {
    this.code = code;
    this.message = message;
    this.details = details;
  }
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
  return new Failure(failure);
}
