import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Installs what the package.json of a folder names. npm asks its registry hundreds of times, and waits for many minutes where one answer
 * does not come: so it is ended and started again, up to four times. A test that does this has `installingMs`.
 */
export async function installPackages(folder: string, tries = 4): Promise<void> {
  try {
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: folder,
      timeout: 90_000,
    });
  } catch (error) {
    if (tries === 1) throw error;
    await installPackages(folder, tries - 1);
  }
}

export const installingMs = 400_000;
