import type { LogTrace } from '../log-finding.ts';
import type { LogRule, RuleFinding } from '../log-rule.ts';

/** A name may only start after a separator, so that a long line takes linear time. */
const config = '(?<![\\w.-])([\\w.-]{1,120}\\.json)';
const ofMod = '(?: from mod ([\\w()-]{1,80}))?';

function failed(mixins: string, modId: string | undefined, target: string): RuleFinding {
  const where = target === '' ? 'the code that it changes' : target;
  return {
    cause: 'MIXIN_FAILED',
    message: `${modId ?? mixins} could not change ${where}: it is for another version of the game or of another mod.`,
    traces: [traceOf(mixins, modId)],
    act: { kind: 'DROP_MOD' },
  };
}

function traceOf(mixins: string, modId: string | undefined): LogTrace {
  return { mixins, ...(modId === undefined ? {} : { modId }) };
}

/** Failed changes to other code, as the Mixin library reports them. */
export const mixins: LogRule = [
  {
    has: ['Mixin apply'],
    pattern: new RegExp(
      `Mixin apply (?:for mod ([\\w-]{1,80}) )?failed ${config}:[\\w.$]{1,200}(?: from mod ([\\w()-]{1,80}))? -> ([\\w.$/]{1,200})`,
    ),
    report: ([, first, mixins = '', second, target = '']) => failed(mixins, first ?? known(second), target),
    traced: true,
  },
  {
    has: ['already redirected by', 'previously written by', 'already modified by'],
    pattern: new RegExp(
      `${config}:[\\w.$]{1,200}${ofMod}.{0,200}?(?:already redirected by|already modified by) ${config}:[\\w.$]{1,200}${ofMod}`,
    ),
    report: ([, mixins = '', modId, other = '', otherId]) => ({
      cause: 'MIXIN_FAILED',
      message: `${known(modId) ?? mixins} and ${known(otherId) ?? other} change the same code: they may not work together.`,
      traces: [traceOf(mixins, known(modId)), traceOf(other, known(otherId))],
      act: { kind: 'DROP_MOD' },
    }),
  },
  {
    has: ['FAILED during'],
    pattern: new RegExp(
      `Mixin \\[${config}:[\\w.$]{1,200}(?: from mod ([\\w()-]{1,80}))?\\] from phase .{1,60}FAILED during`,
    ),
    report: ([, mixins = '', modId]) => failed(mixins, known(modId), ''),
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
    report: ([, mixins = '', modId]) => failed(mixins, known(modId), ''),
    traced: true,
  },
];

function known(modId: string | undefined): string | undefined {
  return modId === undefined || modId.includes('unknown') ? undefined : modId;
}
