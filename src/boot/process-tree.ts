/** The sums of memory and processor time of processes. */
export interface Taken {
  /** Bytes of resident memory. */
  memory: number;
  /** Seconds of processor time, with those of ended children. */
  cpuSeconds: number;
  /** Processes and threads. */
  tasks: number;
}

/** Clock ticks in a second, in /proc on Linux. */
const ticks = 100;

interface Process {
  id: number;
  parent: number;
  ticks: number;
  threads: number;
  pages: number;
}

/**
 * The resources of a process and its descendants, from `/proc/<id>/stat` of all processes (proc_pid_stat(5)). Every
 * process of a sandbox descends from its opener: orphans become children of the sandbox's first process.
 */
export function takenByTree(root: number, stats: readonly string[], pageBytes = 4_096): Taken {
  const children = new Map<number, Process[]>();
  let first: Process | null = null;
  for (const stat of stats) {
    const process = parse(stat);
    if (process === null) continue;
    if (process.id === root) first = process;
    else children.set(process.parent, [...(children.get(process.parent) ?? []), process]);
  }
  const taken = { memory: 0, cpuSeconds: 0, tasks: 0 };
  const seen = new Set<number>();
  const left = first === null ? [] : [first];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (seen.has(one.id)) continue;
    seen.add(one.id);
    taken.memory += one.pages * pageBytes;
    taken.cpuSeconds += one.ticks / ticks;
    taken.tasks += one.threads;
    left.push(...(children.get(one.id) ?? []));
  }
  return taken;
}

function parse(stat: string): Process | null {
  // The program's name is in parentheses, and may itself contain blanks and parentheses.
  const id = Number.parseInt(stat, 10);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const number = (index: number) => Number(fields[index - 3]);
  const process = {
    id,
    parent: number(4),
    ticks: number(14) + number(15) + number(16) + number(17),
    threads: number(20),
    pages: number(24),
  };
  return Object.values(process).every(Number.isFinite) ? process : null;
}
