import { Button, Group } from '@mantine/core';
import { useTexts } from '../language/speech.ts';

/** The ways to the pages before and after; nothing where there is neither. */
export function Paging({ previous, next }: { previous: (() => void) | null; next: (() => void) | null }) {
  const { word, modPacks } = useTexts();
  if (previous === null && next === null) return null;
  return (
    <Group component="nav" aria-label={modPacks.page}>
      <Button variant="default" disabled={previous === null} onClick={() => previous?.()}>
        {word.previous}
      </Button>
      <Button variant="default" disabled={next === null} onClick={() => next?.()}>
        {word.next}
      </Button>
    </Group>
  );
}
