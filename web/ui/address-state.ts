import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** A text that is kept in the address, so that a link or a step back brings it again; the empty text takes it out. */
export function useAddressText(name: string): [value: string, set: (value: string) => void] {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (value: string) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === '') after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace: true },
      ),
    [name, setSearch],
  );
  return [search.get(name) ?? '', set];
}

/** Several texts of the address that change together. */
export function useAddress(): {
  get(name: string): string;
  change(changes: Readonly<Record<string, string>>, how?: { replace: boolean }): void;
} {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (changes: Readonly<Record<string, string>>, how = { replace: false }) =>
      setSearch((before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      }, how),
    [setSearch],
  );
  return { get: (name) => search.get(name) ?? '', change };
}
