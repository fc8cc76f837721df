import type { ReactNode } from 'react';
import { useTexts } from '../language/speech.ts';

/** A search, if there is one, and behind one button what else narrows a list. */
export function Filters({
  search,
  isOn,
  children,
}: {
  search?: ReactNode;
  /** Some of it narrows the list now. */
  isOn: boolean;
  children: ReactNode;
}) {
  const { word } = useTexts();
  return (
    <search className="filters">
      {search}
      <details>
        <summary className="filter-button" data-on={isOn || undefined}>
          {word.filter}
        </summary>
        <div className="toolbar">{children}</div>
      </details>
    </search>
  );
}
