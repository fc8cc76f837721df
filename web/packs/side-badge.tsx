import type { Side } from '../../client/gql/schema.ts';
import { useTexts } from '../language/speech.ts';

/** A mod's side, in words and colour. Lists have one in each row, so it is a single element. */
export function SideBadge({ side }: { side: Side }) {
  const texts = useTexts();
  return (
    <span className="side" data-side={side}>
      {texts.side[side]}
    </span>
  );
}
