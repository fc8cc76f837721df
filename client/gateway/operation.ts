import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';

/** A GraphQL operation, with the types of its result and its variables. */
export type Operation<Result, Variables> = DocumentTypeDecoration<Result, Variables> & { toString(): string };

/**
 * How a program writes its operations and fragments: `graphql(text)`, with the types that were made from the schema for
 * the name in the text. A module imports those that have the fragments which its operations spread.
 */
export function operationsOf<Types extends Record<string, [result: unknown, variables: unknown]>>() {
  const fragments = new Map<string, string>();
  const fragment = (name: string) => {
    const text = fragments.get(name);
    if (text === undefined) throw new Error(`The module with the fragment ${name} is not imported.`);
    return text;
  };
  return <const Text extends string>(text: Text): Operation<Named<Types, Text>[0], Named<Types, Text>[1]> => {
    const [, name] = /^\s*fragment (\w+)/.exec(text) ?? [];
    if (name !== undefined) fragments.set(name, text);
    return {
      toString() {
        const texts = new Set<string>([text]);
        // The loop also comes to what it adds: fragments spread others.
        for (const each of texts) for (const spread of spreadsIn(each)) texts.add(fragment(spread));
        return [...texts].join('\n');
      },
    };
  };
}

function spreadsIn(text: string): string[] {
  return [...text.matchAll(/\.\.\.(?!on\b)(\w+)/g)].map(([, name = '']) => name);
}

type Named<Types, Text extends string> = Types[NameIn<Text> & keyof Types];

/** `Events` in `query Events($first: Int!) { … }`. */
type NameIn<Text extends string> =
  Trimmed<Text> extends `${string} ${infer Name} ${string}`
    ? Name extends `${infer Bare}(${string}`
      ? Bare
      : Name
    : never;

type Trimmed<Text extends string> = Text extends ` ${infer Rest}` | `\n${infer Rest}` ? Trimmed<Rest> : Text;
