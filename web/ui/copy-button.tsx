import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTexts } from '../language/speech.ts';

/** Copies a text; says so for a moment. A button with words of its own needs no label. */
export function CopyButton({ value, ...says }: { value: string } & ({ label: string } | { words: string })) {
  const { word } = useTexts();
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  return (
    <Button
      size="compact-sm"
      variant="default"
      // The name of a button holds the words that are seen.
      aria-label={'label' in says && !copied ? word.copyOf(says.label) : undefined}
      onClick={() => copy(value)}
    >
      <span aria-live="polite">{copied ? word.copied : 'words' in says ? says.words : word.copy}</span>
    </Button>
  );
}
