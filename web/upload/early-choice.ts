import { useEffect } from 'react';

declare global {
  /** The files that were chosen or dropped before the app ran; a script of the page keeps them (see index.html). */
  var chosenEarly: File[] | undefined;
}

/** Takes the files that were chosen while the page was but a picture, also where their dialogue is open until later. */
export function useEarlyChoice(onFiles: (files: File[]) => void): void {
  useEffect(() => {
    const take = () => {
      const files = globalThis.chosenEarly?.splice(0) ?? [];
      if (files.length > 0) onFiles(files);
    };
    take();
    addEventListener('chosenearly', take);
    return () => removeEventListener('chosenearly', take);
  }, [onFiles]);
}
