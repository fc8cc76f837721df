import path from 'node:path';

/** Where backups are: a folder of this machine, or a folder in a bucket of the S3 server. */
export type PlaceAddress =
  | { kind: 'folder'; folder: string }
  | { kind: 'bucket'; bucket: string; prefix: string };

const bucketForm = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/((?:[\w.-]+\/)*[\w.-]+)?\/?)?$/i;

/** Parses a folder or s3://bucket/prefix; null for neither. */
export function readPlace(text: string): PlaceAddress | null {
  if (!/^[a-z0-9]+:\/\//i.test(text)) return { kind: 'folder', folder: path.resolve(text) };
  const [, bucket, prefix = ''] = bucketForm.exec(text) ?? [];
  return bucket === undefined ? null : { kind: 'bucket', bucket, prefix };
}

/** The place as it is written in settings and commands. */
export function nameOfPlace(place: PlaceAddress): string {
  return place.kind === 'folder'
    ? place.folder
    : `s3://${[place.bucket, place.prefix].filter(Boolean).join('/')}`;
}
