import type { Side } from '../../client/gql/schema.ts';
import { useTexts } from '../texts/language.ts';

/** Where a mod works, in words and colour. Lists have one a row, so it is no more than an element. */
export function SideBadge({ side }: { side: Side }) {
  const texts = useTexts();
  return (
    <span className="side" data-side={side}>
      {texts.side[side]}
    </span>
  );
}
