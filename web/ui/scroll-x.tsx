import type { ReactNode } from 'react';

/** A wide table that is moved sideways where the screen is narrow, with the keys too. */
export function ScrollX({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    // biome-ignore lint/a11y/useSemanticElements: it groups no fields.
    <div className="scroll-x" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
