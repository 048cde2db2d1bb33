import { isDeepStrictEqual } from 'node:util';
import { fieldMessage } from '../../contract/common/field-message.ts';
import type { ConfigurationApplyView } from '../../contract/configuration/configuration-calls.ts';
import { configurationVersion, type SectionName } from '../../contract/configuration/sections.ts';
import type { AppliedChange } from '../../platform/db/tables/configuration-tables.ts';
import type { TransactionChange } from '../records/change.ts';
import { detailMessage } from '../records/detail-message.ts';
import { DomainError, invalidRequest } from '../records/domain-error.ts';
import type { ConfigurationChange } from './document/compare-configuration.ts';
import { errorAt } from './document/document-errors.ts';
import { applyAndRecord, applyOptions, compare, lockConfiguration } from './run-configuration.ts';
import type { CurrentConfiguration } from './stored/read-configuration.ts';

type Undo = { readonly id: number; readonly force: boolean; readonly note: string | null };

/**
 * Reverts the changes of an apply in one revision: created objects are archived, changed and archived ones get their
 * previous content.
 * @throws DomainError if the apply does not exist, was undone, or objects were changed since and `force` is false
 */
export async function undoConfiguration(
  change: TransactionChange,
  { id, force, note }: Undo,
): Promise<ConfigurationApplyView> {
  const { transaction } = change;
  await lockConfiguration(transaction);
  const apply = await transaction
    .selectFrom('configurationApply')
    .select(['configurationApply.changes', 'configurationApply.undoneBy'])
    .where('configurationApply.id', '=', id)
    .executeTakeFirst();
  if (apply === undefined) throw new DomainError('not_found', { detail: detailMessage('applyNotFound', { id }) });
  if (apply.undoneBy !== null) {
    throw new DomainError('action_not_allowed', { detail: detailMessage('alreadyUndone', { id, by: apply.undoneBy }) });
  }
  const compared = await compare(change, { document: previousDocument(apply.changes), prune: false });
  if (!force) requireUnchanged(apply.changes, compared.current);
  const changes = [...compared.changes, ...archivedAgain(apply.changes, compared.current)];
  const convertFile = async () => null;
  const undone = await applyAndRecord(change, changes, { ...applyOptions(compared, { convertFile }), note });
  if (undone.id !== null) {
    await transaction.updateTable('configurationApply').set({ undoneBy: undone.id }).where('id', '=', id).execute();
  }
  return undone;
}

/** Returns the document of the objects before the apply. Original files have become stored files since. */
function previousDocument(changes: readonly AppliedChange[]): Record<string, unknown> {
  const previous = changes.filter(({ before }) => before !== null);
  const sections = Map.groupBy(previous, ({ section }) => section);
  const parts = [...sections].map(([section, own]) => {
    const objects = Object.fromEntries(own.map(({ key, before }) => [key, before]));
    return [section, section === 'settings' ? objects['settings'] : objects] as const;
  });
  return { version: configurationVersion, ...Object.fromEntries(parts) };
}

/** Refuses to overwrite changes that were made after the apply. */
function requireUnchanged(changes: readonly AppliedChange[], current: CurrentConfiguration): void {
  const changed = changes.filter(({ section, key, after }) => {
    const now = current.get(section as SectionName)?.objects.get(key)?.object ?? null;
    return !isDeepStrictEqual(now, after);
  });
  if (changed.length === 0) return;
  const message = fieldMessage('changedSinceApply');
  throw invalidRequest(
    changed.slice(0, maxListed).map(({ section, key }) => errorAt([section, key], 'changed', message)),
  );
}

/** Most objects in an error. */
const maxListed = 100;

/** Returns the archiving of the objects that the apply created or restored, dependent objects first. */
function archivedAgain(
  changes: readonly AppliedChange[],
  current: CurrentConfiguration,
): readonly ConfigurationChange[] {
  return changes.toReversed().flatMap(({ section: name, key, action }): ConfigurationChange[] => {
    const section = name as SectionName;
    const found = current.get(section)?.objects.get(key);
    if (found === undefined || (action !== 'create' && action !== 'restore')) return [];
    const { id, version, object } = found;
    return [{ section, key, id, version, action: 'archive', before: object, after: null, checked: null }];
  });
}
