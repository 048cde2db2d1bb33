import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import type { MessageArguments, MessageKey, PlainMessageKey } from './message-keys.ts';

/** Arguments of a message after its key: none, or one object. */
export type ArgumentsOf<Key extends MessageKey> = Key extends keyof MessageArguments
  ? [values: MessageArguments[Key]]
  : Key extends PlainMessageKey
    ? []
    : never;

/** Compiled messages by key, such as `campaign.action.importCsv`. */
export type CompiledMessages = Readonly<Record<string, CompiledMessage>>;

/** Function that formats messages in one language. A missing argument does not compile. */
export type Translate = <Key extends MessageKey>(key: Key, ...values: ArgumentsOf<Key>) => string;
