import { type ExportFile, readSourceFiles, type SourceTables } from '../common/source-files.ts';
import { memberOf, memberText, type SourceRecord } from '../common/source-record.ts';

/** Kinds of records of Google Ad Manager. */
export type GamKind =
  | 'advertiser'
  | 'order'
  | 'lineItem'
  | 'creative'
  | 'association'
  | 'adUnit'
  | 'placement'
  | 'key'
  | 'value';

const names: Readonly<Record<GamKind, readonly string[]>> = {
  advertiser: ['advertisers', 'companies', 'company', 'advertiser'],
  order: ['orders', 'order'],
  lineItem: ['lineitems', 'lineitem'],
  creative: ['creatives', 'creative'],
  association: ['licas', 'lineitemcreativeassociations', 'lineitemcreativeassociation'],
  adUnit: ['adunits', 'adunit', 'inventoryunits'],
  placement: ['placements', 'placement'],
  key: ['customtargetingkeys', 'customtargetingkey', 'keys'],
  value: ['customtargetingvalues', 'customtargetingvalue', 'values'],
};

/** Reads exports: files of the API as JSON, and reports or bulk downloads as CSV. */
export function readGamFiles(files: readonly ExportFile[]): SourceTables<GamKind> {
  return readSourceFiles(files, { names, kindOf });
}

/** The REST API has resource names such as `networks/1/lineItems/2`. Other records are recognized by their members. */
function kindOf(record: SourceRecord): GamKind | null {
  const resource = /^networks\/[^/]+\/([A-Za-z]+)\//.exec(memberText(record, 'name'))?.[1]?.toLowerCase();
  const kinds = Object.keys(names) as GamKind[];
  const named = kinds.find((kind) => resource !== undefined && names[kind].includes(resource));
  if (named !== undefined) return named;
  const has = (...members: readonly string[]) => members.some((member) => memberOf(record, member) !== undefined);
  if (has('lineItemId') && has('creativeId') && !has('lineItemName', 'lineItemType')) return 'association';
  if (has('lineItemType', 'lineItemId')) return 'lineItem';
  if (has('adUnitCode', 'adUnitSizes')) return 'adUnit';
  if (has('customTargetingKeyId') && has('matchType', 'displayName')) return 'value';
  return null;
}

/** Returns the ID of a record, or of a reference: a number, or the last part of a resource name. */
export function gamId(record: SourceRecord, ...members: readonly string[]): string {
  return idOfReference(memberText(record, ...members));
}

/** Returns the last part of a resource name. Other texts are returned unchanged. */
export function idOfReference(reference: string): string {
  return reference.startsWith('networks/') ? (reference.split('/').at(-1) ?? '') : reference;
}

/** Returns the name of a record. The `name` of the REST API is the resource name. */
export function gamName(record: SourceRecord, ...members: readonly string[]): string {
  const name = memberText(record, 'displayName', ...members, 'name');
  return name.startsWith('networks/') ? '' : name;
}
