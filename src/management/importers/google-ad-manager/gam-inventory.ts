import type { SourceObjects, SourcePixels } from '../common/import-objects.ts';
import { sizeOfPixels, sizeOfText } from '../common/import-objects.ts';
import type { SourceTables } from '../common/source-files.ts';
import {
  memberIs,
  memberNumber,
  memberOf,
  memberText,
  recordsOf,
  type SourceRecord,
  sourceRecord,
  sourceText,
  valuesOf,
} from '../common/source-record.ts';
import { type GamKind, gamId, gamName, idOfReference } from './gam-data.ts';

/** Ad units that targeting selects. */
export type GamInventory = {
  /** IDs of the ad units of an inventory targeting. null: it targets everything. */
  readonly select: (targeting: SourceRecord) => ReadonlySet<string>;
};

type Unit = { readonly id: string; readonly parentId: string; readonly record: SourceRecord };

/** Imports ad units as positions. An ad unit below the root is a publication with one location. */
export function importGamInventory(objects: SourceObjects, tables: SourceTables<GamKind>): GamInventory {
  const units = new Map<string, Unit>();
  for (const record of tables.records('adUnit')) {
    const id = gamId(record, 'id', 'adUnitId', 'name');
    const parentId = gamId(record, 'parentId', 'parentAdUnit', 'parentAdUnitId');
    if (id !== '' && !units.has(id)) units.set(id, { id, parentId, record });
  }
  const children = Map.groupBy(units.values(), ({ parentId }) => parentId);
  const isRoot = ({ id, parentId }: Unit) => parentId === '' && (children.get(id) ?? []).length > 0;
  for (const unit of units.values()) if (!isRoot(unit)) addUnit(objects, unit, siteOf(unit, units, isRoot));
  const placements = new Map(
    tables
      .records('placement')
      .map((record) => [
        gamId(record, 'id', 'placementId', 'name'),
        valuesOf(memberOf(record, 'targetedAdUnitIds', 'targetedAdUnits', 'adUnitIds')).map(unitIdOf),
      ]),
  );
  return { select: (targeting) => selected(targeting, { units, children, placements }) };
}

/** Returns the ancestor of a unit below the root. Cycles of parents end at the unit itself. */
function siteOf(unit: Unit, units: ReadonlyMap<string, Unit>, isRoot: (unit: Unit) => boolean): Unit {
  let site = unit;
  for (let level = 0; level < units.size; level += 1) {
    const parent = units.get(site.parentId);
    if (parent === undefined || isRoot(parent)) return site;
    site = parent;
  }
  return unit;
}

function addUnit(objects: SourceObjects, { id, record }: Unit, site: Unit): void {
  const siteItem = { kind: 'site', id: site.id, name: nameOf(site.record, site.id) };
  const location = objects.site(siteItem, { domain: '' });
  const sizes = valuesOf(memberOf(record, 'adUnitSizes', 'sizes')).flatMap(sizesOf);
  objects.unit({ kind: 'adUnit', id, name: nameOf(record, id) }, location, sizes);
}

function nameOf(record: SourceRecord, id: string): string {
  return gamName(record) || memberText(record, 'adUnitCode') || `ad unit ${id}`;
}

/** Sizes of the API are objects, those of a CSV file are texts such as `300x250;728x90`. */
function sizesOf(value: unknown): readonly SourcePixels[] {
  if (typeof value === 'string') return value.split(/[;,|]/).flatMap((text) => sizeOfText(text) ?? []);
  const record = sourceRecord(value);
  const size = sourceRecord(memberOf(record, 'size') ?? record);
  const width = memberNumber(size, 'width');
  return width === null ? [] : [sizeOfPixels(width, memberNumber(size, 'height'))];
}

function unitIdOf(value: unknown): string {
  const record = sourceRecord(value);
  return idOfReference(memberText(record, 'adUnitId', 'adUnit', 'id') || sourceText(value));
}

type Known = {
  readonly units: ReadonlyMap<string, Unit>;
  readonly children: ReadonlyMap<string, readonly Unit[]>;
  readonly placements: ReadonlyMap<string, readonly string[]>;
};

/** A reference to an ad unit is an object, or its resource name. */
function unitsIn(value: unknown): readonly SourceRecord[] {
  const names = valuesOf(value).flatMap((one) => (sourceText(one) === '' ? [] : [{ adUnitId: sourceText(one) }]));
  return [...recordsOf(value), ...names];
}

function selected(targeting: SourceRecord, { units, children, placements }: Known): ReadonlySet<string> {
  const included = unitsIn(memberOf(targeting, 'targetedAdUnits'));
  const placementIds = valuesOf(memberOf(targeting, 'targetedPlacementIds', 'targetedPlacements')).map((value) =>
    idOfReference(memberText(sourceRecord(value), 'placementId', 'placement', 'id') || sourceText(value)),
  );
  const ids = new Set<string>();
  const walk = (id: string, change: (id: string) => void, level = 0): void => {
    change(id);
    if (level < 50) for (const child of children.get(id) ?? []) walk(child.id, change, level + 1);
  };
  if (included.length === 0 && placementIds.length === 0) for (const id of units.keys()) ids.add(id);
  for (const record of included) {
    const hasDescendants =
      memberOf(record, 'includeDescendants') === undefined || memberIs(record, 'includeDescendants');
    if (hasDescendants) walk(unitIdOf(record), (id) => ids.add(id));
    else ids.add(unitIdOf(record));
  }
  for (const id of placementIds) for (const unitId of placements.get(id) ?? []) walk(unitId, (one) => ids.add(one));
  for (const record of unitsIn(memberOf(targeting, 'excludedAdUnits'))) walk(unitIdOf(record), (id) => ids.delete(id));
  return ids;
}
