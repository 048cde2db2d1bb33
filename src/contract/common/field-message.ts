import type { MessageKey } from '../../messages/message-keys.ts';
import { messageReference } from '../../messages/message-reference.ts';

type FieldMessageKey = Extract<MessageKey, `problem.field.${string}`>;
type NameOf<Key> = Key extends `problem.field.${infer Name}` ? Name : never;
type KeyOf<Name extends string> = Extract<FieldMessageKey, `problem.field.${Name}`>;

/**
 * Returns the message of a field error, such as "must not be empty". It follows the name of the field. The API formats
 * it in the language of the caller.
 */
export function fieldMessage<Name extends NameOf<FieldMessageKey>>(
  name: Name,
  ...values: Parameters<typeof messageReference<KeyOf<Name>>> extends [unknown, ...infer Values] ? Values : []
): string {
  return (messageReference as (key: string, ...values: readonly unknown[]) => string)(
    `problem.field.${name}`,
    ...values,
  );
}
