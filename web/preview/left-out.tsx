import { Table, Text } from '@mantine/core';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Section } from '../ui/page.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import type { FilesOfPreview } from './decisions.ts';

/** Files that stay out beside mods, with reasons; nothing when there are none. */
export function LeftOut({ files }: { files: FilesOfPreview | undefined }) {
  const { preview, leftOutReason, word } = useTexts();
  const format = useFormat();
  const { leftOut = [], leftOutCount = 0, leftOutBytes = 0, fileCount = 0, fileBytes = 0 } = files ?? {};
  if (leftOutCount === 0) return null;
  const shown = leftOut.reduce((sum, part) => sum + part.files, 0);
  const sized = (count: number, bytes: number) => `${word.files(count)} (${format.bytes(bytes)})`;
  return (
    <Section title={preview.leftOut}>
      <Text size="sm">
        {preview.leftOutSum(sized(leftOutCount, leftOutBytes), sized(fileCount, fileBytes))}
      </Text>
      <ScrollX label={preview.leftOut}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{preview.path}</Table.Th>
              <Table.Th>{preview.why}</Table.Th>
              <Table.Th ta="end">{preview.files}</Table.Th>
              <Table.Th ta="end">{word.size}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {leftOut.map((part) => (
              <Table.Tr key={`${part.reason} ${part.path}`}>
                <Table.Td className="mono">{part.path}</Table.Td>
                <Table.Td miw={200}>{leftOutReason[part.reason]}</Table.Td>
                <Table.Td ta="end">{format.number(part.files)}</Table.Td>
                <Table.Td ta="end">{format.bytes(part.bytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollX>
      {leftOutCount > shown && <Text size="sm">{preview.leftOutMore(word.files(leftOutCount - shown))}</Text>}
    </Section>
  );
}
