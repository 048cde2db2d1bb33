import { isDeepStrictEqual } from 'node:util';
import type { SectionName } from '../../../contract/configuration/sections.ts';
import { assetPathsText, type RawFile } from '../stored/configuration-keys.ts';
import type { ManagedSection } from '../stored/managed-sections.ts';
import type { CurrentConfiguration, CurrentSection } from '../stored/read-configuration.ts';
import type { CheckedDocument, CheckedObject } from './checked-document.ts';
import { isMembers } from './convert-references.ts';

/** A difference between the document and the stored configuration. */
export type ConfigurationChange = {
  readonly section: SectionName;
  readonly key: string;
  /** null: the object does not exist. */
  readonly id: number | null;
  readonly action: 'create' | 'update' | 'restore' | 'archive';
  /** Version that was compared. null: the object does not exist or is archived. */
  readonly version: number | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** The object of the document. null for `archive`. */
  readonly checked: CheckedObject | null;
};

/**
 * Returns the changes that the document requires, in the order of the sections, and then the objects to archive in
 * reverse order.
 * @param prune whether active objects that are missing in a section of the document are archived
 */
export function compareConfiguration(
  document: CheckedDocument,
  current: CurrentConfiguration,
  { sections, prune }: { readonly sections: readonly ManagedSection[]; readonly prune: boolean },
): readonly ConfigurationChange[] {
  const changes = sections.flatMap((section) => {
    const objects = document.sections.get(section.name);
    const stored = current.get(section.name);
    if (objects === undefined || stored === undefined) return [];
    return [...objects.values()].flatMap((checked) => changeOf(section, checked, stored));
  });
  return prune ? [...changes, ...missingObjects(document, current, sections)] : changes;
}

function changeOf(section: ManagedSection, checked: CheckedObject, stored: CurrentSection): ConfigurationChange[] {
  const { key } = checked;
  const common = { section: section.name, key, checked };
  const found = stored.objects.get(key);
  if (found === undefined) {
    const id = stored.keys.idByKey.get(key) ?? null;
    const action = id === null ? 'create' : 'restore';
    return [{ ...common, id, action, version: null, before: null, after: checked.object }];
  }
  const known = withKnownFile(checked, found.object, stored.keys.rawFiles.get(found.id));
  const after = section.name === 'campaigns' ? withDefaultExpiry(known, found.object) : known;
  if (isDeepStrictEqual(after, found.object)) return [];
  return [{ ...common, id: found.id, action: 'update', version: found.version, before: found.object, after }];
}

/** An option or offer without an expiry in the document keeps the one that the server has set. */
function withDefaultExpiry(
  object: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const isKept =
    object['type'] !== undefined && object['validUntil'] === undefined && before['validUntil'] !== undefined;
  return isKept ? { ...object, validUntil: before['validUntil'] } : object;
}

/** The original file of a creative equals its stored files if they were made from it. */
function withKnownFile(
  { object }: CheckedObject,
  before: Readonly<Record<string, unknown>>,
  rawFile: RawFile | undefined,
): Readonly<Record<string, unknown>> {
  const { file, ...others } = object;
  if (!isMembers(file) || rawFile === undefined || file['sha256'] !== rawFile.sha256) return object;
  // The files were replaced since.
  if (assetPathsText(before['assets']) !== rawFile.assets) return object;
  const order = Object.keys(before);
  const { assets, media } = before;
  const merged = {
    ...others,
    ...(assets !== undefined && { assets }),
    ...(others['media'] === undefined && media !== undefined && { media }),
  };
  return Object.fromEntries(Object.entries(merged).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}

/** Returns the active objects that the document does not contain, dependent objects first. */
export function missingObjects(
  document: CheckedDocument,
  current: CurrentConfiguration,
  sections: readonly ManagedSection[],
): readonly ConfigurationChange[] {
  return sections.toReversed().flatMap((section) => {
    const given = document.sections.get(section.name);
    const stored = current.get(section.name);
    if (given === undefined || stored === undefined || !section.isPruned) return [];
    const missing = [...stored.objects].filter(([key]) => !given.has(key));
    // Newer publishers can be children of older ones.
    return missing
      .toSorted(([, a], [, b]) => b.id - a.id)
      .map(([key, { id, version, object }]): ConfigurationChange => {
        const common = { section: section.name, key, id, version, checked: null };
        return { ...common, action: 'archive', before: object, after: null };
      });
  });
}

/** Returns the fields of a change, in the order of the document. */
export function differingFields({ before, after }: Pick<ConfigurationChange, 'before' | 'after'>) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((field) => {
    const [old, next] = [before?.[field], after?.[field]];
    return isDeepStrictEqual(old, next) ? [] : [{ field, before: old ?? null, after: next ?? null }];
  });
}
