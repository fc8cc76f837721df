import { isClientClass } from '../frames.ts';
import type { LogRule, RuleFinding } from '../log-rule.ts';

const reached = (name: string): RuleFinding => ({
  cause: 'CLIENT_ONLY_MOD',
  message: `A mod reaches for a part of the game that only clients have: ${name.replaceAll('/', '.')}.`,
  act: { kind: 'DROP_MOD' },
});

/**
 * Client classes on a server, in the messages of Forge's and NeoForge's RuntimeDistCleaner ("for invalid dist"), old
 * Forge's SideTransformer ("for invalid side"), Fabric and Quilt ("environment type"), and Java itself. In packs that
 * start, Mixin also tries client classes ("Error loading class"), and mods catch such errors.
 */
export const clientOnly: LogRule = [
  {
    has: ['for invalid dist DEDICATED_SERVER', 'for invalid side SERVER', 'in environment type SERVER'],
    pattern:
      /^(?!.{0,300}Error loading class).{0,300}?(?:Attempted to load|Cannot load) class ([\w./$]{1,300}) (?:for invalid (?:dist DEDICATED_SERVER|side SERVER)|in environment type SERVER)/,
    report: ([, name = '']) => reached(name),
    traced: true,
  },
  {
    has: ['NoClassDefFoundError', 'ClassNotFoundException'],
    pattern:
      /^(?!.{0,300}Error loading class).{0,600}?(?:NoClassDefFoundError|ClassNotFoundException): (?:Could not initialize class )?([\w./$]{1,300})/,
    report: ([, name = '']) => (isClientClass(name) ? reached(name) : null),
    traced: true,
  },
];
