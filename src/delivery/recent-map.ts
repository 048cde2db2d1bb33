/** A map that evicts entries that have not been used recently. */
export type RecentMap<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  clear(): void;
};

/**
 * Creates a map that retains at least the `capacity / 2` most recently used entries and at most `capacity` entries.
 * Entries are in two halves. When the younger half is full, the older one is discarded. That costs less per use than an
 * exact order.
 */
export function createRecentMap<Key, Value>(capacity: number): RecentMap<Key, Value> {
  const half = Math.max(1, Math.floor(capacity / 2));
  let young = new Map<Key, Value>();
  let elder = new Map<Key, Value>();
  const set = (key: Key, value: Value): void => {
    if (young.size >= half && !young.has(key)) {
      elder = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const older = elder.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    delete(key) {
      young.delete(key);
      elder.delete(key);
    },
    clear() {
      young = new Map();
      elder = new Map();
    },
  };
}
