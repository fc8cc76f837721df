import { Button } from '@mantine/core';
import { useTexts } from '../language/speech.ts';

/** The one primary button wherever a server pack is ready. */
export function DownloadButton({ href }: { href: string }) {
  const { word } = useTexts();
  return (
    <Button component="a" href={href} download>
      {word.downloadServerPack}
    </Button>
  );
}
