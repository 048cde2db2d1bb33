/** Factors of a test, each with its possible values. */
export type Factors = Readonly<Record<string, readonly unknown[]>>;
export type PairwiseRow<Given extends Factors> = { readonly [Name in keyof Given]: Given[Name][number] };

/**
 * Returns few rows in which every two factors occur in all combinations of their values. Greedy: each row starts with a
 * missing pair and takes, for each factor, the value that adds the most missing pairs.
 */
export function pairwiseRows<Given extends Factors>(factors: Given): readonly PairwiseRow<Given>[] {
  const names = Object.keys(factors);
  const missing = new Set<string>();
  for (const [one, other] of pairsOf(names)) {
    for (const first of indexes(factors[one])) {
      for (const second of indexes(factors[other])) missing.add(key(one, first, other, second));
    }
  }
  const rows: Record<string, number>[] = [];
  for (let next = firstOf(missing); next !== undefined; next = firstOf(missing)) {
    const [one = '', first, other = '', second] = next.split('|');
    const row: Record<string, number> = { [one]: Number(first), [other]: Number(second) };
    for (const name of names) row[name] ??= bestValue(row, name, indexes(factors[name]), missing);
    for (const pair of pairsOfRow(row, names)) missing.delete(pair);
    rows.push(row);
  }
  return rows.map(
    (row) => Object.fromEntries(names.map((name) => [name, factors[name]?.[row[name] ?? 0]])) as PairwiseRow<Given>,
  );
}

function bestValue(row: Record<string, number>, name: string, values: readonly number[], missing: Set<string>): number {
  const gains = values.map((value) => {
    const chosen = Object.entries(row);
    return chosen.filter(([other, index]) => missing.has(orderedKey(name, value, other, index))).length;
  });
  return gains.indexOf(Math.max(...gains));
}

function pairsOfRow(row: Record<string, number>, names: readonly string[]): string[] {
  return pairsOf(names).map(([one, other]) => orderedKey(one, row[one] ?? 0, other, row[other] ?? 0));
}

function pairsOf(names: readonly string[]): (readonly [string, string])[] {
  return names.flatMap((one) => names.filter((other) => one < other).map((other) => [one, other] as const));
}

function orderedKey(one: string, first: number, other: string, second: number): string {
  return one < other ? key(one, first, other, second) : key(other, second, one, first);
}

function key(one: string, first: number, other: string, second: number): string {
  return [one, first, other, second].join('|');
}

function indexes(values: readonly unknown[] = []): number[] {
  return values.map((_, index) => index);
}

function firstOf(set: Set<string>): string | undefined {
  return set.values().next().value;
}
