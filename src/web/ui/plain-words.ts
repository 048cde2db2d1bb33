/** A field's name and its value as words, where nobody knows better. */
export function plainWords(name: string, value: unknown): { readonly label: string; readonly text: string } {
  const label = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return { label, text: typeof value === 'string' ? value : JSON.stringify(value) };
}
