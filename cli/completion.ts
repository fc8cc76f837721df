import type { Command, Option } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

interface Completed {
  name: string;
  description: string;
  options: readonly Option[];
  /** The allowed arguments, subcommands among them; null: names of files. */
  choices: readonly string[] | null;
}

/**
 * Returns a script that completes the program's commands and options. It holds all of them, so completing runs no
 * program.
 */
export function completionScript(shell: Shell, program: Command): string {
  const commands = program.commands.map((command): Completed => {
    const below = commandsBelow(command);
    const choices = [
      ...below.map((one) => one.name()),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ];
    const options = [command, ...below].flatMap(optionsOf);
    return {
      name: command.name(),
      description: command.description(),
      // Options of subcommands are offered together: telling them apart would double the script.
      options: options.filter(
        (option, index) => options.findIndex(({ long }) => long === option.long) === index,
      ),
      choices: choices.length > 0 ? choices : null,
    };
  });
  return scripts[shell](commands, optionsOf(program));
}

function commandsBelow({ commands }: Command): Command[] {
  return commands.flatMap((command) => [command, ...commandsBelow(command)]);
}

function optionsOf(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command);
}

const scripts: Record<Shell, (commands: readonly Completed[], everywhere: readonly Option[]) => string> = {
  bash(commands, everywhere) {
    const known = [...everywhere, ...commands.flatMap(({ options }) => options)];
    const valued = unique(known.filter(takesValue).flatMap(namesOf));
    // An option of one name may take other words below another command.
    const choicesBelow = [{ name: '*', options: everywhere }, ...commands].flatMap(({ name, options }) =>
      options
        .filter(({ argChoices }) => argChoices !== undefined)
        .map((option) => {
          const places = namesOf(option).map((one) => `${name}:${one}`);
          return `    ${places.join(' | ')}) COMPREPLY=($(compgen -W ${quoted((option.argChoices ?? []).join(' '))} -- "$current")); return ;;`;
        }),
    );
    return `# bash completion for server-pack
_server_pack() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    case "$word" in ${commands.map(({ name }) => name).join(' | ')}) command="$word"; break ;; esac
  done
  COMPREPLY=()
  case "$command:$previous" in
${choicesBelow.join('\n')}
  esac
  case "$previous" in
    ${valued.join(' | ')}) return ;;
  esac
  local words=${quoted([...commands.map(({ name }) => name), ...everywhere.flatMap(namesOf)].join(' '))}
  case "$command" in
${commands.map(({ name, options, choices }) => `    ${name}) words=${quoted([...options.flatMap(namesOf), ...(choices ?? [])].join(' '))} ;;`).join('\n')}
  esac
  # Without a word that fits, names of files are completed.
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ -n "$command" && "$current" != -* ]]; then
    case "$command" in ${commands
      .filter(({ choices }) => choices)
      .map(({ name }) => name)
      .join(' | ')}) ;; *) COMPREPLY=() ;; esac
  fi
}
complete -o default -F _server_pack server-pack
`;
  },

  zsh(commands, everywhere) {
    const specOf = (option: Option) => {
      const value = takesValue(option)
        ? `:${option.attributeName()}:${option.argChoices ? `(${option.argChoices.join(' ')})` : '_files'}`
        : '';
      return namesOf(option).map((name) => quoted(`${name}[${bracketless(option.description)}]${value}`));
    };
    const restOf = ({ choices }: Completed) =>
      quoted(`*:what:${choices ? `(${choices.join(' ')})` : '_files'}`);
    return `#compdef server-pack
_server_pack() {
  local curcontext="$curcontext" state line
  local -a commands=(
${commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`).join('\n')}
  )
  _arguments -C ${everywhere.flatMap(specOf).join(' ')} '1: :->command' '*:: :->rest'
  case "$state" in
    command) _describe 'command' commands ;;
    rest)
      case "$words[1]" in
${commands.map((command) => `        ${command.name}) _arguments ${[...command.options.flatMap(specOf), restOf(command)].join(' ')} ;;`).join('\n')}
      esac ;;
  esac
}
# Called from a folder of functions it completes at once; read by "source" it is registered.
if [[ "$funcstack[1]" = _server-pack ]]; then _server_pack "$@"; else compdef _server_pack server-pack; fi
`;
  },

  fish(commands, everywhere) {
    const specOf = (option: Option) =>
      [
        ...(option.short ? [`-s ${option.short.slice(1)}`] : []),
        ...(option.long ? [`-l ${option.long.slice(2)}`] : []),
        ...(takesValue(option) ? ['-r'] : []),
        ...(option.argChoices ? [`-f -a ${fishQuoted(option.argChoices.join(' '))}`] : []),
        `-d ${fishQuoted(option.description)}`,
      ].join(' ');
    const base = 'complete -c server-pack';
    return [
      '# fish completion for server-pack',
      ...everywhere.map((option) => `${base} -n __fish_use_subcommand ${specOf(option)}`),
      ...commands.map(
        ({ name, description }) =>
          `${base} -n __fish_use_subcommand -f -a ${name} -d ${fishQuoted(description)}`,
      ),
      ...commands.flatMap(({ name, options, choices }) => {
        const seen = `${base} -n '__fish_seen_subcommand_from ${name}'`;
        return [
          ...options.map((option) => `${seen} ${specOf(option)}`),
          ...(choices ? [`${seen} -f -a ${fishQuoted(choices.join(' '))}`] : []),
        ];
      }),
      '',
    ].join('\n');
  },
};

function takesValue(option: Option): boolean {
  return option.required || option.optional;
}

function namesOf({ short, long }: Option): string[] {
  return [short, long].filter((name) => name !== undefined);
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Quotes a word for bash and zsh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Brackets and colons mean something in zsh's specifications. */
function bracketless(text: string): string {
  return text.replaceAll(/[[\]\\:]/g, '\\$&');
}
