import type { Button } from './button.ts';
import { voteButton } from './vote.ts';

/** Every kind of button. */
export const buttons: readonly Button[] = [voteButton];
