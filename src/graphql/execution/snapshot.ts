import type { ValidatedExecutionArgs } from 'graphql';
import type { Snapshot } from '../../database/database.ts';
import { oneQuestion } from '../../database/snapshots.ts';
import { type Context, createLoaders } from '../context.ts';
import { carryOut, type Plan } from './plan.ts';

/**
 * Executes an operation so that all it reads from the database is read as of one moment: a modpack that is being worked on
 * is shown as it was before a step or after it, never half. Holds nothing before the first reading.
 */
export async function asOfOneMoment<Result>(
  context: Context,
  execute: (context: Context) => Result | Promise<Result>,
): Promise<Result> {
  const snapshot = context.database.snapshot();
  try {
    return await execute(readingFrom(context, snapshot));
  } finally {
    snapshot.close();
  }
}

function readingFrom(context: Context, { db, aside }: Pick<Snapshot, 'db' | 'aside'>): Context {
  const database = { ...context.database, db };
  return { ...context, database, aside, loaders: createLoaders({ ...context, database }) };
}

/** Plans that took one statement when they were last carried out: it needs no transaction around it. */
const ofOneStatement = new WeakSet<Plan>();

/** Carries a plan out as of one moment. Answers as `carryOut`. */
export async function carryOutAsOfOneMoment(
  plan: Plan,
  args: ValidatedExecutionArgs,
  context: Context,
): Promise<Record<string, unknown> | null> {
  if (ofOneStatement.has(plan)) {
    const { bytesLeft } = context.answerBudget;
    const question = oneQuestion(context.database.db);
    const data = await carryOut(plan, args, readingFrom(context, { db: question.db, aside: context.aside }));
    if (!question.exceeded) return data;
    // With these variables it takes more, so what was read counts for nothing.
    ofOneStatement.delete(plan);
    context.answerBudget.bytesLeft = bytesLeft;
  }
  const snapshot = context.database.snapshot();
  try {
    const data = await carryOut(plan, args, readingFrom(context, snapshot));
    if (data !== null && snapshot.questions === 1) ofOneStatement.add(plan);
    return data;
  } finally {
    snapshot.close();
  }
}
