import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import type { MessageArguments, MessageKey, PlainMessageKey } from './message-keys.ts';

/** The arguments that a message needs after its key: none, or one object. */
export type ArgumentsOf<Key extends MessageKey> = Key extends keyof MessageArguments
  ? [values: MessageArguments[Key]]
  : Key extends PlainMessageKey
    ? []
    : never;

/** Compiled messages by key, such as `campaign.action.importCsv`. */
export type CompiledMessages = Readonly<Record<string, CompiledMessage>>;

/** Formats a message in one language. A missing argument does not compile. */
export type Translate = <Key extends MessageKey>(key: Key, ...values: ArgumentsOf<Key>) => string;
