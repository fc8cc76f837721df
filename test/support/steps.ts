import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import type { Database, Queries } from '../../src/database/database.ts';
import type { Storage } from '../../src/storage/storage.ts';

/** Called before and after everything that an upload or a run does outside of itself; what it throws fails that. */
export type OnStep = (step: string) => Promise<void>;

/** The same parts, with each step told first. Steps are named after the part and the call. */
export function withSteps<Parts extends { database: Database; storage: Storage; work: ArchiveWork }>(
  parts: Parts,
  onStep: OnStep,
): { database: Database; storage: Storage; work: ArchiveWork } {
  const { database, storage, work } = parts;
  return {
    database: {
      ...database,
      db: stepping(database.db, onStep),
      patient: stepping(database.patient, onStep),
      exclusively: (name, run, how) => database.exclusively(name, (held) => run(stepping(held, onStep)), how),
    },
    storage: {
      ...storage,
      scratch: (file) => around('scratch', onStep, () => storage.scratch(file)),
      local: (key) => around('local', onStep, () => storage.local(key)),
      publish: (file) => around('publish', onStep, () => storage.publish(file)),
    },
    work: {
      check: (task, hooks) => around('check', onStep, () => during(work.check(task, hooks), 'check', onStep)),
      generate: (task, hooks) =>
        around('generate', onStep, () => during(work.generate(task, hooks), 'generate', onStep)),
    },
  };
}

function stepping(db: Queries, onStep: OnStep): Queries {
  const transaction: Queries['transaction'] = (run, config) =>
    around('transaction', onStep, () =>
      db.transaction(async (tx) => {
        const result = await run(tx);
        await onStep('before the commit');
        return result;
      }, config),
    );
  return new Proxy(db, {
    get: (target, property) =>
      property === 'transaction' ? transaction : Reflect.get(target, property, target),
  });
}

async function around<Result>(name: string, onStep: OnStep, run: () => Promise<Result>): Promise<Result> {
  await onStep(`before ${name}`);
  const result = await run();
  await onStep(`after ${name}`);
  return result;
}

/** Tells of a step while the work is under way. */
async function during<Result>(work: Promise<Result>, name: string, onStep: OnStep): Promise<Result> {
  const told = onStep(`amid ${name}`);
  const [result] = await Promise.all([work, told]);
  return result;
}
