import { z } from 'zod';

const lockForm = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
      resolved: z.string().optional(),
      devDependencies: z.unknown().optional(),
    }),
  ),
});
const manifestForm = z.looseObject({ devDependencies: z.unknown().optional() });

/** A package.json without its development parts, which a package does not contain. */
export function forUse(manifest: string): string {
  const { devDependencies: _devDependencies, ...rest } = manifestForm.parse(JSON.parse(manifest));
  return asText(rest);
}

/** The package-lock.json that fits it. */
export function lockForUse(lock: string): string {
  const { packages, ...rest } = lockForm.parse(JSON.parse(lock));
  const isForUse = ({ dev, link, resolved = '' }: (typeof packages)[string]): boolean =>
    dev !== true && (link !== true || packages[resolved]?.dev !== true);
  const kept = Object.entries(packages)
    .filter(([, entry]) => isForUse(entry))
    .map(([name, { devDependencies: _devDependencies, ...entry }]) => [name, entry] as const);
  return asText({ ...rest, packages: Object.fromEntries(kept) });
}

function asText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
