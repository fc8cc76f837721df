import { type APIButtonComponent, type APIEmbedField, ButtonStyle, ComponentType } from 'discord.js';
import type { Words } from '../../texts/bot.ts';
import { colours } from '../../texts/colours.ts';
import { isNote } from '../../texts/notes.ts';
import { bytes, escaped, linesWithin } from '../../texts/text.ts';
import { bootButton, changeButton, droppedButton, hostsButton, voteButton } from '../buttons/ids.ts';
import { inWords } from '../field-names.ts';
import {
  type BootLineFragment,
  graphql,
  type ModPackCardFragment,
  type ProblemLineFragment,
  type RunConfigurationLineFragment,
  type ServerPackCardFragment,
  type ServerPackChangesFragment,
} from '../gql/graphql.ts';
import { type MessageBody, rows } from '../message.ts';
import { modloaderNames } from '../modloaders.ts';
import type { Link, LinkTo } from './links.ts';
import { waitingText } from './waiting.ts';

graphql(`
  fragment RunConfigurationLine on RunConfiguration {
    gameVersion
    modloader
    modloaderVersion
    format
  }
`);
graphql(`
  fragment ServerPackCard on ServerPack {
    databaseId
    size
    downloads
    upVotes
    downVotes
    createdAt
    downloadUrl
    keptCount
    droppedCount
    boot {
      ...BootLine
    }
    warnings {
      ...ProblemLine
    }
    modPack {
      databaseId
      title
      scan {
        quarantined
      }
    }
    run {
      databaseId
      configuration {
        ...RunConfigurationLine
      }
    }
  }
`);
graphql(`
  fragment BootLine on Boot {
    state
    outcome
    java
    seconds
    peakMemory
    repairs {
      dropped
    }
  }
`);
graphql(`
  fragment ModPackCard on ModPack {
    databaseId
    title
    size
    status
    createdAt
    runs(last: 5) {
      nodes {
        waiting {
          ...RunWaiting
        }
      }
    }
    scan {
      quarantined
    }
    serverPacks(last: 10) {
      totalCount
      nodes {
        databaseId
        size
        downloads
        upVotes
        downVotes
        run {
          configuration {
            ...RunConfigurationLine
          }
        }
      }
    }
  }
`);
graphql(`
  fragment ProblemLine on Notice {
    code
    message
    entry
    link
    tellsOfLeftOut
  }
`);

/** `Forge 47.2.0, Minecraft 1.20.1`, ready to send. */
function runConfigurationText(configuration: {
  gameVersion: string;
  modloader: RunConfigurationLineFragment['modloader'];
  modloaderVersion: string;
  format: RunConfigurationLineFragment['format'];
}): string {
  const { gameVersion, modloader, modloaderVersion, format } = configuration;
  const versions = `${modloaderNames[modloader]} ${escaped(modloaderVersion, 40)}, Minecraft ${escaped(gameVersion, 40)}`;
  return format === 'MRPACK' ? `${versions} (.mrpack)` : versions;
}

const warningsShown = 2;

/** What to look at before a server pack starts, and what of the modpack is left out: the first few of each. */
export function warningFields(warnings: readonly ProblemLineFragment[], words: Words): APIEmbedField[] {
  const field = (name: string, found: typeof warnings): APIEmbedField[] => {
    if (found.length === 0) return [];
    const lines = found.slice(0, warningsShown).map((one) => `- ${warningText(one, words)}`);
    const left = found.length - lines.length;
    return [{ name, value: [...lines, ...(left > 0 ? [words.card.moreWarnings(left)] : [])].join('\n') }];
  };
  return [
    ...field(
      words.card.beforeStart,
      warnings.filter((one) => !one.tellsOfLeftOut && !isNote(one)),
    ),
    ...field(
      words.card.leftOut,
      warnings.filter(({ tellsOfLeftOut }) => tellsOfLeftOut),
    ),
    ...warnings
      .filter(isNote)
      .map((note) => ({ name: words.card.toKnow, value: `-# ${warningText(note, words)}` })),
  ];
}

/** A server pack, with what changed since the version before where that is known. */
export type ShownServerPack = ServerPackCardFragment & { changes?: ServerPackChangesFragment | null };

/** What a card is made with. */
export interface CardOptions {
  words: Words;
  linkTo: LinkTo;
  mayVote: boolean;
  /** Whether a button has the gateway try whether it starts. */
  mayTry?: boolean;
  /** Whether the gateway has a page of it. */
  hasPage?: boolean;
  /** The service was asked to try it, and does not. */
  isUntried?: boolean;
  /** Further buttons. */
  buttons?: readonly APIButtonComponent[];
}

/** A server pack that is built: what it is, where to get it, and, where the bot can vote, how to vote for it. */
export function serverPackMessage(
  pack: ShownServerPack,
  { words, linkTo, mayVote, mayTry = false, hasPage = false, isUntried = false, buttons = [] }: CardOptions,
): MessageBody {
  const { card } = words;
  const isQuarantined = pack.modPack.scan?.quarantined === true;
  const link = isQuarantined ? null : linkTo(pack.downloadUrl);
  const page = linkTo(`serverpacks/${pack.databaseId}`);
  const modPack = pack.modPack.databaseId;
  const inline = (name: string, value: string): APIEmbedField => ({ name, value, inline: true });
  const fields: APIEmbedField[] = [
    inline(card.serverPack, `${pack.databaseId}`),
    inline(card.modPack, `${pack.modPack.databaseId}`),
    inline(card.runConfiguration, `${pack.run.databaseId}`),
    inline(card.size, bytes(pack.size, words)),
    inline(card.mods, card.keptAndDropped(pack.keptCount, pack.droppedCount)),
    inline(card.downloads, `${pack.downloads}`),
    inline(card.votes, words.votes.counts(pack)),
    ...(isUntried ? [{ name: card.boot, value: card.untried }] : bootFields(pack.boot, words)),
    ...changeFields(pack.changes ?? null, words),
    ...warningFields(pack.warnings, words),
    ...(link?.url === null ? [{ name: words.buttons.download, value: link.text }] : []),
    ...(isQuarantined ? [{ name: card.quarantine, value: card.quarantined }] : []),
  ];
  return {
    content: '',
    embeds: [
      {
        title: escaped(pack.modPack.title, 120),
        description: runConfigurationText(pack.run.configuration),
        color: colours.done,
        fields,
        timestamp: pack.createdAt,
        footer: { text: card.serverPack },
      },
    ],
    components: rows([
      ...(link?.url ? [linkButton(link.url, words.buttons.download)] : []),
      ...(mayVote
        ? [voteButton(pack.databaseId, 'UP', words), voteButton(pack.databaseId, 'DOWN', words)]
        : []),
      droppedButton(pack.databaseId, words),
      ...(isQuarantined ? [] : [hostsButton(pack.databaseId, words)]),
      changeButton(modPack, words),
      ...(mayTry && !isQuarantined && pack.boot === null && !isUntried
        ? [bootButton({ modPack, runConfiguration: pack.run.databaseId }, words)]
        : []),
      ...(hasPage && page.url !== null ? [linkButton(page.url, words.buttons.page)] : []),
      ...buttons,
    ]),
  };
}

/** How much changed since the version before, and what its owner has to do. */
function changeFields(changes: ServerPackChangesFragment | null, words: Words): APIEmbedField[] {
  if (changes === null) return [];
  const { modCounts, fileCounts, acts, first } = changes;
  const { updated, added, removed, renamed } = fileCounts;
  const counts = words.changes.counts(
    {
      UPDATED: modCounts.updated,
      ADDED: modCounts.added,
      REMOVED: modCounts.removed,
      RENAMED: modCounts.renamed,
    },
    updated + added + removed + renamed,
  );
  const told = acts.map((act) => {
    const mod = act.mod === null ? null : escaped(act.mod, 60);
    return `- ${words.changes.act({ ...act, mod })}`;
  });
  const lines = [...(counts === '' ? [] : [`${counts}.`]), ...told];
  if (lines.length === 0) return [];
  const name = words.card.changedSince(first.databaseId);
  return [{ name, value: linesWithin(lines, longestField, words.more) }];
}

/** Whether the server pack was shown to start, or how far that has come; nothing where it was never tried. */
function bootFields(boot: BootLineFragment | null, words: Words): APIEmbedField[] {
  if (boot === null) return [];
  const { boots, units, language } = words;
  const { state, outcome } = boot;
  if (outcome === null)
    return state === 'ENDED' ? [] : [{ name: words.card.boot, value: boots.state[state] }];
  const facts = boots.facts({
    java: boot.java === null ? null : escaped(boot.java, 40),
    seconds: boot.seconds === null ? null : `${Math.round(boot.seconds)} s`,
    memory: boot.peakMemory === null ? null : bytes(boot.peakMemory, { units, language }),
  });
  const dropped = boot.repairs.flatMap((repair) => repair.dropped);
  const left = dropped.length === 0 ? [] : [boots.dropped(escaped(dropped.join(', '), 400))];
  const value = [`${boots.outcome[outcome]} ${facts}`.trim(), ...left].join('\n');
  return [{ name: words.card.boot, value }];
}

function linkButton(url: string, label: string): APIButtonComponent {
  return { type: ComponentType.Button, style: ButtonStyle.Link, label, url };
}

/** Shows the upload link, for browser and curl, to the caller alone. */
export function uploadLinkMessage(
  { href, url, text }: Link,
  { expires, others, words }: { expires: Date; others: APIButtonComponent[]; words: Words },
): MessageBody {
  const { link, buttons } = words;
  return {
    content: [
      link.choose(url === null ? link.open(text) : link.press),
      `\`\`\`sh\ncurl -F file=@modpack.zip '${href.replaceAll(/['`]/g, encodeURIComponent)}'\n\`\`\``,
      link.good(`<t:${Math.floor(expires.getTime() / 1000)}:t>`),
    ].join('\n'),
    embeds: [],
    components: rows([...(url === null ? [] : [linkButton(url, buttons.upload)]), ...others]),
  };
}

/** In UTF-16 units; Discord's limit for a field of an embed. */
const longestField = 1024;

/** A modpack as it stands, with its newest server packs and, when its last run failed, the reasons. */
export function modPackMessage(
  pack: ModPackCardFragment,
  problems: readonly ProblemLineFragment[],
  words: Words,
): MessageBody {
  const { card, statuses } = words;
  const { nodes, totalCount } = pack.serverPacks;
  const list = nodes.toReversed().map(({ databaseId, run, size, downloads, ...votes }) => {
    const rest = card.serverPackLine(bytes(size, words), downloads, words.votes.counts(votes));
    return `**${databaseId}** ${runConfigurationText(run.configuration)}: ${rest}`;
  });
  const unlisted = totalCount - nodes.length;
  const failed = pack.status === 'ERROR';
  const waiting = waitingText(pack.runs, pack.databaseId, words);
  return {
    content: '',
    embeds: [
      {
        title: escaped(pack.title, 120),
        color: failed ? colours.failed : pack.status === 'GENERATED' ? colours.done : colours.underWay,
        description: [
          card.stands(statuses[pack.status]),
          ...(failed ? problemLines(problems, words) : []),
          ...(waiting === '' ? [] : [waiting]),
          ...(pack.scan?.quarantined ? [card.quarantined] : []),
        ].join('\n'),
        fields: [
          { name: card.modPack, value: `${pack.databaseId}`, inline: true },
          { name: card.size, value: bytes(pack.size, words), inline: true },
          {
            name: card.serverPacks(totalCount),
            value: withUnlisted(list, unlisted, words) || card.none,
          },
        ],
        timestamp: pack.createdAt,
        footer: { text: card.uploaded },
      },
    ],
    components: [],
  };
}

/** The newest first, cut between entries, with how many older ones there are. */
function withUnlisted(list: readonly string[], unlisted: number, { card }: Words): string {
  const older = (left: number) => card.older(left + unlisted);
  if (unlisted === 0) return linesWithin(list, longestField, older);
  const room = longestField - older(list.length).length - 1;
  const shown = linesWithin(list, room, older);
  return list.length > 0 && shown.endsWith(list.at(-1) ?? '') ? `${shown}\n${older(0)}` : shown;
}

/** At most so many problems are listed. */
const mostProblems = 5;

/** Why a run failed, a line each, ready to send. */
export function problemLines(problems: readonly ProblemLineFragment[], words: Words): string[] {
  const lines = problems.slice(0, mostProblems).map((one) => `• ${problemText(one, words, 150)}`);
  const left = problems.length - lines.length;
  return left > 0 ? [...lines, words.more(left)] : lines;
}

/** A problem as a sentence, with the entry that it is about, or the command that takes its link. */
function problemText(
  { code, message, entry, link }: ProblemLineFragment,
  words: Words,
  most: number,
): string {
  // The sentence quotes the link, which stays whole in the command.
  const own = link ? message.replace(` "${link}"`, '') : message;
  const sentence = escaped(inWords(words.problem(code, own), words), most);
  if (link) return `${sentence} (\`/import link:${link}\`)`;
  return entry === null || entry === undefined ? sentence : `${sentence} (${escaped(entry, 60)})`;
}

/** A warning as a sentence: the gateway's own names the entry that it is about. */
function warningText(warning: ProblemLineFragment, words: Words): string {
  const isOwn = words.problem(warning.code, warning.message) === warning.message;
  return problemText(isOwn ? { ...warning, entry: null } : warning, words, 220);
}
