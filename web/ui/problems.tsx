import { Alert, List, Text } from '@mantine/core';
import { useTexts } from '../texts/language.ts';

/** Something that the service says is wrong, or may be. */
export interface Said {
  code: string;
  error: string;
  entry?: string | null;
}

/** In the language of the page, and below in the service's own words, which may name more, where these are others. */
export function Problem({ code, error, entry }: Said) {
  const said = useTexts().problem(code, error);
  return (
    <>
      {said} {entry && <span className="mono">{entry}</span>}
      {said !== error && (
        <Text size="xs" c="dimmed" lang="en">
          {error}
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
          <List.Item key={`${problem.code} ${problem.entry} ${problem.error}`}>
            <Problem {...problem} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
