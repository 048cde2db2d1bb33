/**
 * Returns whether an object in a valid JSON text has a member twice. Parsers disagree about the value of such a member,
 * so that a signature would not determine the content. The text is untrusted, so the stack is not used.
 */
export function hasDuplicateMembers(text: string): boolean {
  /** Names of the open objects. null: a list. */
  const open: (Set<string> | null)[] = [];
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const names = open.at(-1);
      const name = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)) as string;
      if (names?.has(name) === true) return true;
      names?.add(name);
    }
  }
  return false;
}

/** Brackets, and strings with the colon that makes them the name of a member. */
const tokens = /[{}[\]]|"(?:[^"\\]|\\.)*"(?:\s*:)?/g;
