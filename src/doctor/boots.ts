import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { sandboxProblem } from '../../workers/boot/machine.ts';
import type { Config } from '../config.ts';
import { type Finding, fault, ok, warn } from './finding.ts';

/** The service's name in packaging/systemd. */
const unit = 'server-packs.service';

/** Whether server packs can be tried here, where BOOT is on. */
export async function checkBoots({ boot, role, dataDir }: Config): Promise<Finding[]> {
  if (!boot.enabled || role === 'api') return [];
  return [...(await checkUnit()), await checkSandbox(dataDir, boot.limits)];
}

/** The unit forbids to the service what a shell may do. */
async function checkUnit(): Promise<Finding[]> {
  const show = ['show', unit, '--property=RestrictNamespaces', '--value'];
  const asked = await promisify(execFile)('systemctl', show).catch(() => null);
  const value = asked?.stdout.trim() ?? '';
  if (value === '' || value === 'no') return [];
  return [
    fault(
      `BOOT is on, and RestrictNamespaces of ${unit} forbids sandboxes. Run "systemctl edit ${unit}", and write ` +
        'RestrictNamespaces=no below [Service].',
    ),
  ];
}

async function checkSandbox(dataDir: string, limits: Config['boot']['limits']): Promise<Finding> {
  if (!existsSync(dataDir))
    return warn('BOOT is on, and can be tried once the first start has made DATA_DIR.');
  if (process.getuid?.() !== statSync(dataDir).uid)
    return warn(`BOOT is on, and only the owner of ${dataDir} can try it: run this as that user.`);
  const folder = await mkdtemp(path.join(dataDir, 'doctor-'));
  try {
    const problem = await sandboxProblem(folder, limits);
    return problem === null
      ? ok('Server packs can be tried in a sandbox.')
      : fault(`BOOT is on, and no server pack can be tried: ${problem}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
