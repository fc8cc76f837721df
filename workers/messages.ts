import { z } from 'zod';
import type { Failure } from './failure.ts';

/** Data a work process is started with; plain data. */
export interface ProcessSetup {
  threads: number;
  /** Megabytes of JavaScript heap a thread may use before it is ended. */
  memoryMb: number;
  /** Milliseconds one task of a thread may take, counted from its start, before its thread is ended. */
  timeoutMs: number;
  /** The same for a quick task. */
  quickTimeoutMs: number;
  /** The file of the tasks, as an address. */
  tasks: string;
}

/** Inputs, progress, questions and results are typed by the tasks' callers. */
const anything = z.any();
type Anything = z.infer<typeof anything>;

/** Messages to a work process. `id` is the number of the task within that process. */
export type ToProcess =
  | { kind: 'run'; id: number; name: string; task: object }
  | { kind: 'answer'; id: number; answer: Anything }
  | { kind: 'abort'; id: number };

const failure: z.ZodType<Failure> = z.object({
  name: z.string(),
  message: z.string(),
  code: z.string().nullable(),
  stack: z.string().nullable(),
  get cause() {
    return failure.nullable();
  },
});

const id = z.int();

/** Messages from a work process. */
export const fromProcess = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('progress'), id, progress: anything }),
  z.object({ kind: z.literal('question'), id, question: anything }),
  z.object({ kind: z.literal('done'), id, result: anything }),
  z.object({ kind: z.literal('failed'), id, failure }),
]);

export type FromProcess = z.infer<typeof fromProcess>;
