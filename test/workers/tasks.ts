/** A file of tasks for the tests: the functions of `dying-thread.ts`, in a thread or in the process itself. */
import { inThread, type Surroundings } from '../../workers/tasks.ts';

export { check, generate } from '../../workers/tasks.ts';

const filename = new URL('./dying-thread.ts', import.meta.url).href;

/** Runs the function of that name in a thread. */
export function thread({ name, ...task }: { name: string }, surroundings: Surroundings): Promise<unknown> {
  return inThread(surroundings.threads, { filename, name }, task, surroundings);
}

/** The same on the thread for quick tasks. */
export function quick({ name, ...task }: { name: string }, surroundings: Surroundings): Promise<unknown> {
  return inThread(surroundings.quick, { filename, name }, task, surroundings);
}

/** One that never comes to an end. */
export function preview(_task: object, surroundings: Surroundings): Promise<unknown> {
  return inThread(surroundings.quick, { filename, name: 'hang' }, {}, surroundings);
}

export function about(): { pid: number; execPath: string; environment: string[]; flags: string[] } {
  const { pid, execPath, execArgv } = process;
  return { pid, execPath, environment: Object.keys(process.env), flags: execArgv };
}

/** Keeps the process from hearing anything. */
export function hang(): never {
  for (;;);
}
