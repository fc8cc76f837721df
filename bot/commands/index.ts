import type { Command } from './command.ts';
import { download } from './download.ts';
import { generate } from './generate.ts';
import { status } from './status.ts';
import { upload } from './upload.ts';
import { vote } from './vote.ts';

/** Every command. */
export const commands: readonly Command[] = [upload, generate, download, vote, status];
