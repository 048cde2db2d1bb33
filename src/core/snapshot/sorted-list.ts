/** Puts an item into a list that is in ascending order of a number; at the end, where most belong, without a search. */
export function insertSorted<Item>(list: Item[], item: Item, numberOf: (item: Item) => number): void {
  const last = list.at(-1);
  if (last === undefined || numberOf(last) < numberOf(item)) list.push(item);
  else list.splice(placeOf(list, numberOf(item), numberOf), 0, item);
}

/** Takes the item with a number out of such a list; one that is not there changes nothing. */
export function removeSorted<Item>(list: Item[], number: number, numberOf: (item: Item) => number): void {
  const place = placeOf(list, number, numberOf);
  const found = list[place];
  if (found !== undefined && numberOf(found) === number) list.splice(place, 1);
}

/** Puts an item in place of the one with its number, which is in the list. */
export function replaceSorted<Item>(list: Item[], item: Item, numberOf: (item: Item) => number): void {
  list[placeOf(list, numberOf(item), numberOf)] = item;
}

/** Where the first item stands whose number is not below the given one. */
function placeOf<Item>(list: readonly Item[], number: number, numberOf: (item: Item) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberOf(list[middle] as Item) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
