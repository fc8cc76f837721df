/** A map whose entries together weigh no more than a bound; the least recently used are evicted. */
export class BoundedMap<Key, Value> {
  // A map iterates in the order of insertion: its first entry is the least recently used.
  readonly #entries = new Map<Key, { value: Value; weight: number }>();
  readonly #most: number;
  readonly #weightOf: (value: Value, key: Key) => number;
  #weight = 0;

  /** Bounds the number of entries, unless `weightOf` gives each another weight than 1. */
  constructor(most: number, weightOf: (value: Value, key: Key) => number = () => 1) {
    this.#most = most;
    this.#weightOf = weightOf;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** An entry that is heavier than the bound is not kept, and evicts no others. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const weight = this.#weightOf(value, key);
    if (weight > this.#most) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): boolean {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    return this.#entries.delete(key);
  }
}
