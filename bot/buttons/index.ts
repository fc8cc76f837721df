import type { Button } from './button.ts';
import { deleteButton } from './delete.ts';
import { droppedButtons } from './dropped.ts';
import { followButton, waitButton } from './follow.ts';
import { hostsButton } from './hosts.ts';
import { settingsButtons } from './settings.ts';
import { startButtons } from './start.ts';
import { unfollow } from './unfollow.ts';
import { voteButton } from './vote.ts';

/** Every kind of button. */
export const buttons: readonly Button[] = [
  voteButton,
  unfollow,
  deleteButton,
  followButton,
  waitButton,
  hostsButton,
  ...startButtons,
  ...settingsButtons,
  ...droppedButtons,
];
