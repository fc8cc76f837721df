import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { CommandContext } from '../context.ts';
import { shown } from '../screen.ts';
import { openPublishFile } from './publish-file.ts';
import { type Blob, openRegistry } from './registry.ts';
import { loginFor } from './registry-login.ts';
import { readReference } from './registry-reference.ts';

export const manifestType = 'application/vnd.oci.image.manifest.v1+json';
export const artifactType = 'application/vnd.server-pack-service.server-pack.v1+zip';

/**
 * `push FILE REFERENCE`: puts a server pack into a registry, as ORAS lays files out: a manifest of an image with the
 * type of the artifact, an empty configuration, and one layer with the name of the file. The same file gives the same
 * manifest. Read 2026-11-28: oras.land, "Pushing and Pulling", "Manifest Config" and `oras push` 1.3, which fetch no
 * configuration and name files by their title; OCI image specification 1.1, manifest.md, which wants an artifactType
 * beside an empty configuration.
 */
export async function push(
  context: CommandContext,
  file: string,
  text: string,
  { plainHttp = false }: { plainHttp?: boolean },
): Promise<void> {
  const { environment, screen, signal } = context;
  const reference = readReference(text, { plainHttp });
  const pack = await openPublishFile(file, {
    mostBytes: Number.POSITIVE_INFINITY,
    platform: reference.registry,
  });
  const login = await loginFor(reference.registry, environment);
  const hash = createHash('sha256');
  await pipeline(createReadStream(pack.path), hash, { signal });
  const layer: Blob = {
    digest: `sha256:${hash.digest('hex')}`,
    size: pack.size,
    open: (start, end) => createReadStream(pack.path, { start, end: end - 1 }),
  };
  const empty = blobOf(Buffer.from('{}'));
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: manifestType,
      artifactType,
      config: {
        mediaType: 'application/vnd.oci.empty.v1+json',
        digest: empty.digest,
        size: empty.size,
        data: 'e30=',
      },
      layers: [
        {
          mediaType: 'application/zip',
          digest: layer.digest,
          size: layer.size,
          annotations: { 'org.opencontainers.image.title': pack.name },
        },
      ],
    }),
  );
  await using registry = openRegistry(reference, login, context);
  const sent = await registry.sendBlob(layer);
  await registry.sendBlob(empty);
  await registry.putManifest(manifestType, manifest);
  const { digest } = blobOf(manifest);
  const place = `${reference.registry}/${reference.repository}:${reference.tag}`;
  screen.data({ platform: 'oci', reference: place, digest, sent });
  screen.print(`The registry has it as ${shown(place)}@${digest}`);
  if (!sent) screen.note('The file itself was there already.');
}

function blobOf(bytes: Buffer): Blob {
  return {
    digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    size: bytes.length,
    open: (start, end) => bytes.subarray(start, end),
  };
}
