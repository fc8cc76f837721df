import { useSearch } from 'wouter';

/** The drop list that the address of the page asks for, as `?list=name`; null for the default. */
export function useListOfAddress(): string[] | null {
  const name = new URLSearchParams(useSearch()).get('list');
  return name === null ? null : [name];
}
