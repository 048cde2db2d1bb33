/** Freezes a JSON value and all that it holds. */
export function freezeDeep<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const inner of Object.values(value)) freezeDeep(inner);
    Object.freeze(value);
  }
  return value;
}

/** A map that no longer changes: its writing methods throw. */
export function freezeMap<Key, Value>(map: Map<Key, Value>): ReadonlyMap<Key, Value> {
  return Object.freeze(Object.assign(map, { set: refuse, delete: refuse, clear: refuse }));
}

function refuse(): never {
  throw new TypeError('a snapshot does not change');
}
