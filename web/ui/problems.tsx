import { Alert, List, Text } from '@mantine/core';
import { inPageWords } from '../texts/field-names.ts';
import { useTexts } from '../texts/language.ts';

/** Something that the service says is wrong, or may be. */
export interface Said {
  code: string;
  message: string;
  entry?: string | null;
}

/** In the language of the page, and below in the service's own words, which may name more, where these are others. */
export function Problem({ code, message, entry }: Said) {
  const texts = useTexts();
  const own = inPageWords(message, texts);
  const said = texts.problem(code, own);
  return (
    <>
      {said} {entry && <span className="mono">{entry}</span>}
      {said !== own && (
        <Text size="xs" c="dimmed" lang="en">
          {own}
        </Text>
      )}
    </>
  );
}

/** Several of them; nothing where there are none. */
export function Problems({
  color,
  title,
  problems,
}: {
  color: string;
  title: string;
  problems: readonly Said[];
}) {
  if (problems.length === 0) return null;
  return (
    <Alert color={color} title={title}>
      <List size="sm">
        {problems.map((problem) => (
          <List.Item key={`${problem.code} ${problem.entry} ${problem.message}`}>
            <Problem {...problem} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
