/** Inserts an item into a list in ascending order of a number. Appending, the usual case, needs no search. */
export function insertSorted<Item>(list: Item[], item: Item, numberOf: (item: Item) => number): void {
  const last = list.at(-1);
  if (last === undefined || numberOf(last) < numberOf(item)) list.push(item);
  else list.splice(insertionIndex(list, numberOf(item), numberOf), 0, item);
}

/** Removes the item with a number from a sorted list. Does nothing if it is missing. */
export function removeSorted<Item>(list: Item[], number: number, numberOf: (item: Item) => number): void {
  const index = insertionIndex(list, number, numberOf);
  const found = list[index];
  if (found !== undefined && numberOf(found) === number) list.splice(index, 1);
}

/** Returns the index of the first item whose number is not below the given one. */
function insertionIndex<Item>(list: readonly Item[], number: number, numberOf: (item: Item) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberOf(list[middle] as Item) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
