import type { BootOutcome, BootPhase, BootState } from '../client/gql/schema.ts';

/** How a language tells whether a server pack was shown to start. */
export interface BootWords {
  /** How far it has come; of a running one what it does. */
  state: Readonly<Record<Exclude<BootState, 'ENDED' | 'RUNNING'> | BootPhase, string>>;
  outcome: Readonly<Record<BootOutcome, string>>;
  /** What was left out to try again; `jars` is a list of names. */
  dropped(jars: string): string;
  /** Figures of a server that was started; null where there is none. */
  facts(facts: { java: string | null; seconds: string | null; memory: string | null }): string;
}

const facts =
  (separator: string, memory: (text: string) => string) =>
  (given: { java: string | null; seconds: string | null; memory: string | null }): string =>
    [
      ...(given.java === null ? [] : [`Java ${given.java}`]),
      ...(given.seconds === null ? [] : [given.seconds]),
      ...(given.memory === null ? [] : [memory(given.memory)]),
    ].join(separator);

export const bootWords = {
  en: {
    state: {
      WAITING: 'It waits for its turn.',
      INTERRUPTED: 'The service could not bring this to an end. Try again.',
      UNPACKING: 'The server pack is unpacked.',
      INSTALLING: 'The server is installed.',
      STARTING: 'The server starts.',
      REPAIRING: 'It did not start; jars that its log blames are left out.',
      STOPPING: 'The server is ready, and stops.',
    },
    outcome: {
      STARTED: 'It started.',
      STARTED_NOT_STOPPED: 'It started, but did not stop when it was told to.',
      STARTED_REPAIRED: 'It starts only without some of its jars.',
      NOT_INSTALLED: 'The server could not be installed.',
      FAILED: 'It ended before it was ready.',
      TOO_SLOW: 'It was not ready in time.',
      TOO_MUCH_MEMORY: 'It took more memory than it may here.',
      TOO_MUCH_DISK: 'It took more of the disk than it may here.',
      TOO_MANY_PROCESSES: 'It began more processes than it may here.',
    },
    dropped: (jars) => `Left out to try again: ${jars}`,
    facts: facts(', ', (memory) => `${memory} of memory`),
  },
  de: {
    state: {
      WAITING: 'Es wartet, bis es an der Reihe ist.',
      INTERRUPTED: 'Der Dienst konnte das nicht zu Ende bringen. Versuche es noch einmal.',
      UNPACKING: 'Das Serverpack wird entpackt.',
      INSTALLING: 'Der Server wird installiert.',
      STARTING: 'Der Server startet.',
      REPAIRING: 'Er startete nicht; Jars, die das Log nennt, bleiben weg.',
      STOPPING: 'Der Server ist bereit und hält an.',
    },
    outcome: {
      STARTED: 'Es startete.',
      STARTED_NOT_STOPPED: 'Es startete, hielt aber nicht an, als es sollte.',
      STARTED_REPAIRED: 'Es startet nur ohne einige seiner Jars.',
      NOT_INSTALLED: 'Der Server ließ sich nicht installieren.',
      FAILED: 'Er endete, bevor er bereit war.',
      TOO_SLOW: 'Er war nicht rechtzeitig bereit.',
      TOO_MUCH_MEMORY: 'Er brauchte mehr Speicher, als er hier darf.',
      TOO_MUCH_DISK: 'Er brauchte mehr Platz, als er hier darf.',
      TOO_MANY_PROCESSES: 'Er begann mehr Prozesse, als er hier darf.',
    },
    dropped: (jars) => `Für einen neuen Versuch weggelassen: ${jars}`,
    facts: facts(', ', (memory) => `${memory} Speicher`),
  },
  'zh-CN': {
    state: {
      WAITING: '正在排队等待。',
      INTERRUPTED: '服务未能完成这次测试，请重试。',
      UNPACKING: '正在解压服务端整合包。',
      INSTALLING: '正在安装服务器。',
      STARTING: '服务器正在启动。',
      REPAIRING: '未能启动，正在去掉日志指出的 JAR 后重试。',
      STOPPING: '服务器已就绪，正在停止。',
    },
    outcome: {
      STARTED: '启动成功。',
      STARTED_NOT_STOPPED: '启动成功，但收到停止命令后没有停止。',
      STARTED_REPAIRED: '去掉部分 JAR 后才能启动。',
      NOT_INSTALLED: '服务器无法安装。',
      FAILED: '服务器在就绪之前就退出了。',
      TOO_SLOW: '服务器未能及时就绪。',
      TOO_MUCH_MEMORY: '服务器使用的内存超过了此处的上限。',
      TOO_MUCH_DISK: '服务器使用的磁盘空间超过了此处的上限。',
      TOO_MANY_PROCESSES: '服务器启动的进程超过了此处的上限。',
    },
    dropped: (jars) => `重试时去掉了：${jars}`,
    facts: facts('，', (memory) => `内存 ${memory}`),
  },
} satisfies Record<string, BootWords>;
