import { Text } from '@mantine/core';
import { useTexts } from '../texts/language.ts';
import { Section } from '../ui/page.tsx';

/** Three steps to run a server pack. */
export function HowToRun() {
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
    </Section>
  );
}
