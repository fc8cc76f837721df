import { Link } from 'wouter';

/** A link with the name of a pack in a list: two lines of it, and the whole where it is pointed at. */
export function PackName({ href, name }: { href: string; name: string }) {
  return (
    <Link href={href} className="two-lines" title={name}>
      {name}
    </Link>
  );
}
