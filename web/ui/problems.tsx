import { Alert, List, Text } from '@mantine/core';
import { isNote } from '../../texts/notes.ts';
import { graphql, type WarningFragment } from '../gql/graphql.ts';
import { inPageWords } from '../language/field-names.ts';
import { useTexts } from '../language/speech.ts';

graphql(`
  fragment Warning on Notice {
    code
    message
    entry
    mod
    tellsOfLeftOut
  }
`);

export type Warning = WarningFragment;

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
      {said !== own && !isNote({ code }) && (
        <Text size="xs" lang="en">
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
  const wrong = problems.filter((problem) => !isNote(problem));
  return (
    <>
      {wrong.length > 0 && (
        <Alert color={color} title={title}>
          <List size="sm">
            {wrong.map((problem) => (
              <List.Item key={`${problem.code} ${problem.entry} ${problem.message}`}>
                <Problem {...problem} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Notes notes={problems.filter(isNote)} />
    </>
  );
}

/** What is worth knowing and nothing is wrong with, in grey. */
export function Notes({ notes }: { notes: readonly Said[] }) {
  return notes.map((note) => (
    <Text key={`${note.code} ${note.message}`} size="sm" c="dimmed" component="div">
      <Problem {...note} />
    </Text>
  ));
}
