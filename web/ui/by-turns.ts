import { startTransition, useEffect, useState } from 'react';

/**
 * How many of so many parts of a page to draw by now: one more each time that those before it stand. So no single task
 * draws all of them, and whoever scrolls or types meanwhile is not held up.
 */
export function useTurns(parts: number): number {
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn < parts) startTransition(() => setDrawn(drawn + 1));
  }, [drawn, parts]);
  return drawn;
}
