import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { Refusal } from '../data/refusal.ts';
import { useTexts } from '../language/speech.ts';
import { RefusalText } from './refusal-text.tsx';

/** A button for what cannot be undone: it asks first, and says what went wrong. */
export function ConfirmButton({
  label,
  title,
  text,
  confirm,
  color = 'red',
  children,
}: {
  label: string;
  title: string;
  text: string;
  /** Carries out the confirmed act; answers what went wrong, or null. */
  confirm(): Promise<Refusal | null>;
  color?: string;
  /** What is asked beside that. */
  children?: ReactNode;
}): ReactNode {
  const { word } = useTexts();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Refusal | null>(null);
  const go = async () => {
    setBusy(true);
    const wrong = await confirm();
    setBusy(false);
    setProblem(wrong);
    if (wrong === null) close();
  };
  return (
    <>
      <Button size="xs" variant="light" color={color} onClick={open}>
        {label}
      </Button>
      {/* Locking the scrolling of the page would write styles into it, which its policy forbids. */}
      <Modal
        opened={isOpen}
        onClose={close}
        title={title}
        centered
        lockScroll={false}
        closeButtonProps={{ 'aria-label': word.close }}
      >
        <Stack>
          <Text size="sm">{text}</Text>
          {children}
          {problem !== null && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert" component="div">
              <RefusalText refusal={problem} />
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {word.cancel}
            </Button>
            <Button color={color} loading={isBusy} onClick={() => void go()}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
