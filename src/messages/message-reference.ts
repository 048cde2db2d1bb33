import type { MessageKey } from './message-keys.ts';
import type { ArgumentsOf, Translate } from './translate.ts';

/** Prefix of a reference. No message and no client text starts with it. */
const marker = '\u001f';

/** Argument that is itself a message, such as the name of a resource type. */
export type NestedMessage = { readonly message: MessageKey };

type Reference = {
  readonly key: MessageKey;
  readonly values?: Readonly<Record<string, string | number | NestedMessage>>;
};

type ReferenceValues<Key extends MessageKey> =
  ArgumentsOf<Key> extends [infer Values]
    ? [values: { readonly [Name in keyof Values]: Values[Name] | NestedMessage }]
    : [];

/**
 * Encodes a message and its arguments as a string, to be formatted later in the language of the reader. A string,
 * because zod and errors carry nothing else.
 */
export function messageReference<Key extends MessageKey>(key: Key, ...values: ReferenceValues<Key>): string {
  return `${marker}${JSON.stringify(values.length === 0 ? { key } : { key, values: values[0] })}`;
}

/** Returns the text of a reference in a language. Any other string is returned unchanged. */
export function resolveMessage(text: string, translate: Translate): string {
  if (!text.startsWith(marker)) return text;
  const { key, values = {} } = JSON.parse(text.slice(marker.length)) as Reference;
  const resolved = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? format(translate, value.message) : value,
  ]);
  return format(translate, key, Object.fromEntries(resolved) as Readonly<Record<string, string | number>>);
}

/** The argument types were checked when the reference was created. */
function format(translate: Translate, key: MessageKey, values: Readonly<Record<string, string | number>> = {}): string {
  return (translate as (key: MessageKey, values: object) => string)(key, values);
}
