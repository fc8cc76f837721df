import { Button, Text } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../language/speech.ts';

/** Chooses modpacks, or takes dropped ones anywhere on the page. */
export function DropZone({
  onFiles,
  isSingle = false,
  hasChosen = false,
}: {
  onFiles(files: File[]): void;
  isSingle?: boolean;
  /** Another button is the primary one. */
  hasChosen?: boolean;
}) {
  const { upload } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const isOver = usePageDrop(onFiles);
  const hint = useId();
  return (
    <div className="drop" data-over={isOver || undefined}>
      <Text fw={600} size="lg">
        {isOver ? upload.dropNow : upload.drop}
      </Text>
      <Text c="dimmed" size="sm" id={hint}>
        {upload.dropHint}
      </Text>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isSingle}
        accept=".zip,.mrpack,application/zip"
        aria-label={upload.choose}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button
        size="md"
        variant={hasChosen ? 'default' : 'filled'}
        aria-describedby={hint}
        onClick={() => input.current?.click()}
      >
        {upload.choose}
      </Button>
    </div>
  );
}

/** Takes files that are dropped anywhere on the page; tells whether some are held over it. */
export function usePageDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  }, [onFiles]);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(false);
      latest.current([...event.dataTransfer.files]);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
