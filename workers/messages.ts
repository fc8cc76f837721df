import { z } from 'zod';
import type { Failure } from './failure.ts';

/** The settings of a work process; plain data. */
export interface ProcessSetup {
  threads: number;
  /** Megabytes of JavaScript heap a thread may use before it is ended. */
  memoryMb: number;
  /** Milliseconds that one task of a thread may take, counted from its start, before its thread is ended. */
  timeoutMs: number;
  /** The same limit for a quick task. */
  quickTimeoutMs: number;
  /** The file of the tasks, as an address. */
  tasks: string;
}

/** The callers of the tasks give the types of inputs, progress, requests and results. */
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

export const fromProcess = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('progress'), id, progress: anything }),
  z.object({ kind: z.literal('request'), id, request: anything }),
  z.object({ kind: z.literal('done'), id, result: anything }),
  z.object({ kind: z.literal('failed'), id, failure }),
]);

export type FromProcess = z.infer<typeof fromProcess>;
