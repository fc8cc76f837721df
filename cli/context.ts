import type { ConnectOverrides } from '../src/fetching/connect.ts';
import type { Screen } from './screen.ts';

/** What every command works with. */
export interface CommandContext {
  screen: Screen;
  /** The settings, as variables. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Aborts when the command is interrupted. */
  signal: AbortSignal;
  /** Where fetching leads in place of the world. */
  connect?: ConnectOverrides | undefined;
}
