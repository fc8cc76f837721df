import type { ConnectOverrides } from '../src/fetching/connect.ts';
import type { Screen } from './screen.ts';

/** The surroundings of every command. */
export interface CommandContext {
  screen: Screen;
  /** The settings, as variables. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Aborts when the command is interrupted. */
  signal: AbortSignal;
  /** Tests lead connections elsewhere. */
  connect?: ConnectOverrides | undefined;
}
