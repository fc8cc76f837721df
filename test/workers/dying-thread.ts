/** Thread functions that end badly. */
export function exit(): void {
  process.exit(3);
}

export function exhaustMemory(): number {
  const kept: string[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => `text ${index} ${kept.length}`));
}

export function hang(): void {
  for (;;);
}

export function answer({ value }: { value: number }): number {
  return value;
}

export function environment(): string[] {
  return Object.keys(process.env);
}
