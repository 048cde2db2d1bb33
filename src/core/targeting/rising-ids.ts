/** Returns the index of an ID in a sorted list, or its insertion index. */
export function indexInRising(ids: readonly number[], id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Largest number of IDs sorted by insertion. Sufficient for most viewers. */
const maxInserted = 64;

/** Sorts IDs and removes duplicates. */
export function makeRising(ids: number[]): void {
  if (ids.length > maxInserted) sortMany(ids);
  else sortFew(ids);
}

function sortFew(ids: number[]): void {
  let length = 0;
  for (let each = 0; each < ids.length; each += 1) {
    const id = ids[each] as number;
    let at = length;
    while (at > 0 && (ids[at - 1] as number) > id) at -= 1;
    if (at > 0 && ids[at - 1] === id) continue;
    for (let from = length; from > at; from -= 1) ids[from] = ids[from - 1] as number;
    ids[at] = id;
    length += 1;
  }
  ids.length = length;
}

function sortMany(ids: number[]): void {
  const sorted = Float64Array.from(ids).sort();
  let length = 0;
  for (const id of sorted) {
    if (length > 0 && ids[length - 1] === id) continue;
    ids[length] = id;
    length += 1;
  }
  ids.length = length;
}
