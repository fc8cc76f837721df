import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Modloader } from '../../client/gql/schema.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { LoaderIcon } from '../ui/icons.tsx';
import { PackIcon } from './pack-icon.tsx';

/** A pack in a list: its picture, its name, what it is for, how large it is and when it came. */
export function PackCard({
  href,
  name,
  icon,
  builtFor,
  size,
  time,
  children,
}: {
  href: string;
  name: string;
  icon: { content?: string | null | undefined; url: string | null };
  builtFor: { gameVersion?: string | null; modloader?: Modloader | null } | null | undefined;
  size: number;
  time: string;
  children?: ReactNode;
}) {
  const { modloader: names } = useTexts();
  const format = useFormat();
  const { gameVersion, modloader } = builtFor ?? {};
  return (
    <li>
      <PackIcon name={name} {...icon} />
      <span className="grow">
        <Link href={href} className="two-lines" title={name}>
          {name}
        </Link>
        <span className="dim with-icon">
          {modloader && <LoaderIcon modloader={modloader} />}
          <span className="two-lines">
            {[modloader && names[modloader], gameVersion, format.bytes(size)].filter(Boolean).join(' · ')} ·{' '}
            <time dateTime={time} title={format.dateTime(time)}>
              {format.ago(time)}
            </time>
          </span>
        </span>
      </span>
      {children}
    </li>
  );
}
