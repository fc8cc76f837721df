import { Text } from '@mantine/core';
import { notReached, type Refusal } from '../data/refusal.ts';
import { useTexts } from '../texts/language.ts';

/** In the language of the page, and below in the service's own words, which name more, where these are others. */
export function RefusalText({ refusal: { code, message } }: { refusal: Refusal }) {
  const { refusal, state } = useTexts();
  if (code === notReached.code) return state.network;
  const said = refusal(code, message);
  return (
    <>
      {said}
      {said !== message && (
        <Text size="xs" c="dimmed" lang="en">
          {message}
        </Text>
      )}
    </>
  );
}
