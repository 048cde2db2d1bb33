type Fields = Readonly<Record<string, unknown>>;

/** What changes with every change. */
const always = new Set(['updatedAt', 'version', 'availableActions']);

/** Names in words of the fields that are not the same on both sides. @example changedNames({clickUrl: 'a'}, {clickUrl: 'b'}) // ['click url'] */
export function changedNames(before: Fields, after: Fields): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !always.has(name));
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`));
}
