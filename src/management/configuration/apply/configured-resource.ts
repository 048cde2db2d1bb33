import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { ConfiguredAsset, ConfiguredRawFile } from '../../../contract/configuration/creative-files.ts';
import type {
  ConfiguredBookingState,
  ConfiguredCampaignState,
  ConfiguredCreativeState,
} from '../../../contract/configuration/object-state.ts';
import type { SectionName } from '../../../contract/configuration/sections.ts';
import type { ConfiguredMappings } from '../../../contract/configuration/user-mappings.ts';
import type { CreativeBody } from '../../../contract/creative/creative.ts';
import { invalidRequest } from '../../records/domain-error.ts';
import { parseBody } from '../../records/field-errors.ts';
import type { ResourceTable, Row, WriteContext } from '../../records/resource.ts';
import type { CheckedObject } from '../document/checked-document.ts';
import type { ConfigurationChange } from '../document/compare-configuration.ts';
import { errorAt } from '../document/document-errors.ts';
import type { ManagedSection, SectionResource, SectionRow } from '../stored/managed-sections.ts';
import { type Applying, realId } from './applying.ts';
import { configuredCreativeColumns } from './creative-columns.ts';
import { bookingStateColumns, campaignStateColumns } from './state-columns.ts';
import { storeMappings } from './store-mappings.ts';

export type Making = {
  readonly checked: CheckedObject;
  readonly body: Record<string, unknown>;
  readonly applying: Applying;
  readonly change: ConfigurationChange;
};

/** A resource whose columns contain the decisions of the document, and writes after the row. */
type Configured = { readonly resource: SectionResource; readonly after?: (row: SectionRow) => Promise<void> };

/** Returns the resource of a section whose columns contain the decisions and files of an object of the document. */
export async function configuredResource(section: ManagedSection, making: Making): Promise<Configured> {
  const { resource } = section;
  const { checked, applying } = making;
  const { change, needsReview } = applying;
  const { state } = checked.extra;
  switch (section.name) {
    case 'campaigns':
      return configuredCampaign(section, making);
    case 'bookings':
      return withColumns(resource, (write) =>
        bookingStateColumns(state as ConfiguredBookingState, write.current as Row<'booking'> | null, {
          caller: change.caller,
          needsReview,
        }),
      );
    case 'creatives':
      return configuredCreative(section, making);
    case 'users':
      return {
        resource,
        after: (row) => storeMappings(change, row as unknown as Row<'userAccount'>, mappingsWithIds(making)),
      };
    default:
      return { resource };
  }
}

/** An option or offer that has expired keeps its expiry, which the rules of the API refuse for a new one. */
function configuredCampaign({ resource }: ManagedSection, { checked, body, applying }: Making): Configured {
  const { nowMs = Date.now } = applying.change.services;
  const { validUntil } = body as { readonly validUntil?: string | null };
  const hasExpired = typeof validUntil === 'string' && body['type'] !== 'campaign' && Date.parse(validUntil) <= nowMs();
  const state = checked.extra['state'] as ConfiguredCampaignState;
  const columns: SectionResource['columns'] = async (given, write) => {
    const stored = await resource.columns(hasExpired ? { ...given, validUntil: null } : given, write);
    const decided = campaignStateColumns(state, write.current as Row<'campaign'> | null);
    return { ...stored, ...decided, ...(hasExpired && { validUntil: new Date(validUntil) }) } as never;
  };
  return { resource: { ...resource, columns } };
}

function withColumns(
  resource: SectionResource,
  columns: (write: WriteContext<ResourceTable>) => Record<string, unknown>,
): Configured {
  const columnsOf: SectionResource['columns'] = async (body, write) =>
    ({ ...(await resource.columns(body, write)), ...columns(write) }) as never;
  return { resource: { ...resource, columns: columnsOf } };
}

async function configuredCreative({ resource }: ManagedSection, making: Making): Promise<Configured> {
  const { checked, applying, change: one } = making;
  const { change, needsReview } = applying;
  const file = checked.extra['file'] as ConfiguredRawFile | undefined;
  const assets = (checked.extra['assets'] ?? []) as readonly ConfiguredAsset[];
  const at = ['creatives', one.key];
  if (file !== undefined && assets.length > 0)
    throw invalidRequest([errorAt([...at, 'file'], 'unexpected', fieldMessage('notWithAssets'))]);
  const body = parseBody(resource.body, making.body) as CreativeBody;
  const isNewFile = file !== undefined && one.after?.['file'] !== undefined;
  const converted = isNewFile ? await applying.convertFile(file, body, change) : null;
  const kept =
    file !== undefined && !isNewFile ? ((one.after?.['assets'] ?? []) as readonly ConfiguredAsset[]) : assets;
  const found = await applying.findAssets(kept, at);
  if (found.errors.length > 0) throw invalidRequest(found.errors);
  const given = {
    body: converted?.body ?? body,
    state: checked.extra['state'] as ConfiguredCreativeState,
    assets: converted?.assets ?? found.assets,
    awaitsFiles: isNewFile && converted === null,
    needsReview,
    deliveryUrl: change.services.config.deliveryUrl,
  };
  const columns = (_body: unknown, write: unknown) =>
    configuredCreativeColumns(write as WriteContext<'creative'>, given);
  return { resource: { ...resource, columns: columns as never } };
}

function mappingsWithIds({ checked, applying }: Making) {
  const idOf = (section: SectionName, key: string) =>
    applying.current.get(section)?.keys.idByKey.get(key) ??
    realId(applying.provisional.idByKey.get(section)?.get(key) ?? 0, applying);
  return ((checked.extra['mappings'] ?? []) as ConfiguredMappings).map(
    ({ advertiserCompany, brand, invoiceCompany }) => ({
      advertiserCompanyId: idOf('mediaPartners', advertiserCompany),
      brandId: idOf('brands', brand),
      invoiceCompanyId: invoiceCompany === undefined ? null : idOf('mediaPartners', invoiceCompany),
    }),
  );
}
