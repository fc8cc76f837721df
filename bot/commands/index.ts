import { addFiles } from './add-files.ts';
import type { Command } from './command.ts';
import { crash } from './crash.ts';
import { download } from './download.ts';
import { follow } from './follow.ts';
import { generate } from './generate.ts';
import { importCommand } from './import.ts';
import { deleteCommand, renameCommand } from './own.ts';
import { preview } from './preview.ts';
import { settings } from './settings.ts';
import { status } from './status.ts';
import { upload } from './upload.ts';
import { vote } from './vote.ts';

/** Every command. */
export const commands: readonly Command[] = [
  upload,
  importCommand,
  addFiles,
  generate,
  preview,
  download,
  vote,
  status,
  renameCommand,
  deleteCommand,
  follow,
  crash,
  settings,
];

/** The commands as they are registered at Discord. */
export const definitions = commands.map(({ definition }) => definition);
