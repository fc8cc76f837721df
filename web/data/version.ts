import { useEffect, useState } from 'react';
import { isRecord } from './service.ts';

const lookEvery = 5 * 60_000;

/**
 * True once the service has been upgraded since this page was loaded. Checked regularly, and when the page is shown
 * again.
 */
export function useIsOutdated(): boolean {
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    const own = document.querySelector('meta[name=build]')?.getAttribute('content') ?? null;
    if (own === null) return undefined;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const build = await askBuild();
      if (build !== null) setOutdated(build !== own);
    };
    const timer = setInterval(() => void look(), lookEvery);
    const onVisible = () => void look();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);
  return isOutdated;
}

async function askBuild(): Promise<string | null> {
  try {
    const response = await fetch('/version', { cache: 'no-store' });
    const value: unknown = response.ok ? await response.json() : null;
    return isRecord(value) && typeof value.build === 'string' ? value.build : null;
  } catch {
    return null;
  }
}
