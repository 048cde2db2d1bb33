/** What stands for no value. */
const nothing = '–';

/** A field's name and its value as words, where nobody knows better. */
export function genericField(name: string, value: unknown): { readonly label: string; readonly text: string } {
  const label = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return { label, text: plainText(value) };
}

/** A value as a person reads it: texts as they are, all else as JSON. */
export function plainText(value: unknown): string {
  if (value === undefined || value === null) return nothing;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
}
