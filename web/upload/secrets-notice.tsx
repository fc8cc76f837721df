import { Alert } from '@mantine/core';
import { useTexts } from '../language/speech.ts';
import type { UploadItem } from './items.ts';

/** So many are named. */
const mostNames = 5;

/** Names the files with accounts or passwords, which are not sent. Nothing where there are none. */
export function SecretsNotice({ item: { secrets } }: { item: UploadItem }) {
  const { upload, word } = useTexts();
  if (secrets.length === 0) return null;
  const more = secrets.length - mostNames;
  return (
    <Alert color="yellow" title={upload.secrets} role="alert">
      <span className="mono">{secrets.slice(0, mostNames).join(', ')}</span>
      {more > 0 && ` + ${word.files(more)}`}
    </Alert>
  );
}
