import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../language/format.ts';

/** A list of packs, one a row. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="rows" aria-label={label}>
      {children}
    </ul>
  );
}

/** A pack in such a list: its picture, its name, when it came, and what else there is to say. */
export function Row({
  icon,
  href,
  name,
  time,
  isOpen = false,
  children,
}: {
  icon?: ReactNode;
  href: string;
  name: string;
  time: string;
  /** It is the one whose page this is. */
  isOpen?: boolean;
  children?: ReactNode;
}) {
  const format = useFormat();
  return (
    <li>
      {icon}
      <span className="grow">
        <Link href={href} className="two-lines" title={name} aria-current={isOpen ? 'page' : undefined}>
          {name}
        </Link>
        <time className="dim" dateTime={time} title={format.dateTime(time)}>
          {format.ago(time)}
        </time>
      </span>
      {children}
    </li>
  );
}
