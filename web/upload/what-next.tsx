import { useTexts } from '../language/speech.ts';

/** A pack comes in, mods for players stay out, a server runs: three pictures in lines, 48 by 32. */
const pictures = {
  send: 'M16 22V8M11 13l5-5 5 5M6 20v6h20v-6M32 9h10M32 15h10M32 21h7',
  drop: 'M4 5h16v6H4zM4 13h16v6H4zM4 21h16v6H4zM24 8h8M24 24h8M24 16h5M36 4h8v8h-8zM36 20h8v8h-8zM33 13l5 5M38 13l-5 5',
  run: 'M8 5h32v9H8zM8 17h32v9H8zM13 9.5h.1M13 21.5h.1M18 9.5h.1M18 21.5h.1M32 21l2 2 4-4M24 26v3M16 29h16',
};

/** What happens to a modpack that is handed over, in three pictures. */
export function WhatNext() {
  const { home } = useTexts();
  return (
    <ol className="what-next">
      {(['send', 'drop', 'run'] as const).map((step) => (
        <li key={step}>
          <svg className="icon" viewBox="0 0 48 32" width="72" height="48" aria-hidden="true">
            <path d={pictures[step]} />
          </svg>
          {home.next[step]}
        </li>
      ))}
    </ol>
  );
}
