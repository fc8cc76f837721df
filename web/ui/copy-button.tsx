import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTexts } from '../texts/language.ts';

/** Copies a text; says so for a moment. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { word } = useTexts();
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  return (
    <Button size="compact-sm" variant="default" aria-label={word.copyOf(label)} onClick={() => copy(value)}>
      <span aria-live="polite">{copied ? word.copied : word.copy}</span>
    </Button>
  );
}
