import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../language/speech.ts';

/** Notifies people who look at another tab or program when a run ends, if they have allowed it. */
export function useEndNotice(hasEnded: boolean, text: string, isAwaited: boolean): void {
  const isOver = useRef(hasEnded && !isAwaited);
  useEffect(() => {
    const hasJustEnded = hasEnded && !isOver.current;
    isOver.current = hasEnded;
    if (hasJustEnded && document.visibilityState === 'hidden') notify(text);
  }, [hasEnded, text]);
}

function notify(text: string): void {
  if (permission() !== 'granted') return;
  try {
    const notice = new Notification(text, { icon: '/icon.svg', tag: text });
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
    });
  } catch {
    // Chrome on Android lets only service workers notify. The title of the tab still tells.
  }
}

/** The person's choice; null where the browser has no notifications, as on plain http. */
function permission(): NotificationPermission | null {
  return isSecureContext && 'Notification' in globalThis ? Notification.permission : null;
}

/** Asks whether the page may notify. Gone once the person has decided. */
export function NoticeButton() {
  const { run } = useTexts();
  const [decided, setDecided] = useState(permission);
  if (decided !== 'default') return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => void Notification.requestPermission().then(setDecided)}
    >
      {run.notify}
    </Button>
  );
}
