import { createDecisionIds, createSequenceReader } from '../../../src/platform/keys/decision-ids.ts';

const key = Buffer.alloc(32, 11);

/** Decision IDs of one delivery process. */
export const testDecisionIds = createDecisionIds(key);
/** Reads the sequence of `testDecisionIds`. Other IDs get a range of their own. */
export const testSequences = createSequenceReader(key);

/** Returns the ID of a new decision as in the ID of an event. */
export function newDecisionId(): string {
  return testDecisionIds.next().toString('hex');
}

const named = new Map<string, string>();

/** Returns the decision ID of a name, the same each time. */
export function decisionIdOf(name: string): string {
  const id = named.get(name) ?? newDecisionId();
  named.set(name, id);
  return id;
}

/** Returns the event ID for a short name such as `d1.0.click`; without a slot and kind, those of an impression. */
export function eventIdOf(name: string): string {
  const [decision = '', ...rest] = name.split('.');
  return [decisionIdOf(decision), ...(rest.length === 0 ? ['0', 'impression'] : rest)].join('.');
}
