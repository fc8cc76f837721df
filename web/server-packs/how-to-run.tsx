import { Text } from '@mantine/core';
import { useTexts } from '../language/speech.ts';
import { Section } from '../ui/page.tsx';

/** Three steps to run a server pack, and the page that it comes with. */
export function HowToRun({ text }: { text: string }) {
  const { serverPack } = useTexts();
  return (
    <Section title={serverPack.run}>
      <ol className="steps">
        <li>{serverPack.step1}</li>
        <li>
          {serverPack.step2}
          <code className="block-code">{'Linux, macOS:  bash start.sh\nWindows:       start.bat'}</code>
        </li>
        <li>{serverPack.step3}</li>
      </ol>
      <Text size="sm" c="dimmed">
        {serverPack.headless}
      </Text>
      <details>
        <summary>{serverPack.runFile}</summary>
        <pre className="block-code" lang="en">
          {text}
        </pre>
      </details>
    </Section>
  );
}
