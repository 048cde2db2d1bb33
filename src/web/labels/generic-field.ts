/** Text of an empty value. */
const emptyText = '–';

/** A label derived from the name of a field, and its value as text, for fields without labels. */
export function genericField(name: string, value: unknown): { readonly label: string; readonly text: string } {
  const label = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return { label, text: plainText(value) };
}

/** A value as text: strings as they are, other values as JSON. */
export function plainText(value: unknown): string {
  if (value === undefined || value === null) return emptyText;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
}
