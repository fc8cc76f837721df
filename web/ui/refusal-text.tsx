import { Text } from '@mantine/core';
import { notReached, type Refusal } from '../data/refusal.ts';
import { inPageWords } from '../language/field-names.ts';
import { useTexts } from '../language/speech.ts';

/** In the language of the page, and below in the service's own words, which name more, where these are others. */
export function RefusalText({ refusal: { code, message } }: { refusal: Refusal }) {
  const texts = useTexts();
  const { refusal, state } = texts;
  if (code === notReached.code) return state.network;
  const own = inPageWords(message, texts);
  const said = refusal(code, own);
  return (
    <>
      {said}
      {said !== own && (
        <Text size="xs" c="dimmed" lang="en">
          {own}
        </Text>
      )}
    </>
  );
}
