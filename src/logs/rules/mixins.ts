import type { LogTrace } from '../log-finding.ts';
import { onLines, type Told } from '../on-lines.ts';

/** Looked for where a name can begin, so that a long line costs no more than its length. */
const config = '(?<![\\w.-])([\\w.-]{1,120}\\.json)';

function failed(mixins: string, modId: string | undefined, target: string): Told {
  const trace: LogTrace = { mixins, ...(modId === undefined ? {} : { modId }) };
  const where = target === '' ? 'the code that it changes' : target;
  return {
    cause: 'MIXIN_FAILED',
    message: `${modId ?? mixins} could not change ${where}: it is for another version of the game or of another mod.`,
    traces: [trace],
    act: { kind: 'DROP_MOD' },
  };
}

/** Changes to other code that cannot be made, as the Mixin library reports them. */
export const mixins = onLines([
  {
    has: 'Mixin apply',
    pattern: new RegExp(
      `Mixin apply (?:for mod ([\\w-]{1,80}) )?failed ${config}:[\\w.$]{1,200}(?: from mod ([\\w-]{1,80}))? -> ([\\w.$/]{1,200})`,
    ),
    tell: ([, first, mixins = '', second, target = '']) => failed(mixins, first ?? known(second), target),
    traced: true,
  },
  {
    has: 'FAILED during',
    pattern: new RegExp(
      `Mixin \\[${config}:[\\w.$]{1,200}(?: from mod ([\\w()-]{1,80}))?\\] from phase .{1,60}FAILED during`,
    ),
    tell: ([, mixins = '', modId]) => failed(mixins, known(modId), ''),
    traced: true,
  },
  {
    has: [
      'Attach error for',
      'Critical injection failure',
      'InvalidMixinException',
      'InvalidInjectionException',
    ],
    pattern: new RegExp(`${config}:[\\w.$]{1,200}(?: from mod ([\\w()-]{1,80}))?`),
    tell: ([, mixins = '', modId]) => failed(mixins, known(modId), ''),
    traced: true,
  },
]);

function known(modId: string | undefined): string | undefined {
  return modId === undefined || modId.includes('unknown') ? undefined : modId;
}
