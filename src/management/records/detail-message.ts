import type { ObjectKind } from '../../contract/resource-types/resource-type.ts';
import type { MessageKey } from '../../messages/message-keys.ts';
import { messageReference, type NestedMessage } from '../../messages/message-reference.ts';

type NameOf<Key, Prefix extends string> = Key extends `${Prefix}.${infer Name}` ? Name : never;
type DetailName = NameOf<MessageKey, 'problem.detail'>;
type DetailKey<Name extends string> = Extract<MessageKey, `problem.detail.${Name}`>;

/** Returns the name of a kind of object as an argument of a message. */
export function nounOf(noun: ObjectKind): NestedMessage {
  return { message: `labels.resourceType.${noun}` };
}

/** Returns the detail of a problem, formatted in the language of the caller. */
export function detailMessage<Name extends DetailName>(
  name: Name,
  ...values: Parameters<typeof messageReference<DetailKey<Name>>> extends [unknown, ...infer Values] ? Values : []
): string {
  return (messageReference as (key: string, ...values: readonly unknown[]) => string)(
    `problem.detail.${name}`,
    ...values,
  );
}
