import { Trans } from '@lingui/react';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import type { MessageArguments, MessageKey } from '../../messages/message-keys.ts';

type Values<Key extends MessageKey> = Key extends keyof MessageArguments
  ? { readonly values: { readonly [Name in keyof MessageArguments[Key]]: MessageArguments[Key][Name] | ReactNode } }
  : { readonly values?: never };

/** A message with elements inside: `<bold>` in its text becomes the element of that name. */
export function RichText<Key extends MessageKey>({
  id,
  elements = {},
  values,
}: { readonly id: Key; readonly elements?: Readonly<Record<string, ReactElement>> } & Values<Key>) {
  return <Trans id={id} components={elements} {...(values === undefined ? {} : { values: literalValues(values) })} />;
}

/** Lingui reads tags in texts as elements of the message. An element is inserted as it is. */
function literalValues(values: Readonly<Record<string, ReactNode>>): Record<string, ReactNode> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? <Fragment key={name}>{value}</Fragment> : value,
    ]),
  );
}
