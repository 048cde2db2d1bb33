import type { Screen } from '../../../contract/inventory/screen.ts';
import type { TemplateField } from '../../../core/creative/template-field.ts';
import type { SellerType } from '../../../core/vocabulary/codes/selling-codes.ts';
import type { CommonColumns, Json, WithDefault } from '../columns.ts';

/** Tables of the inventory. */
export type InventoryTables = {
  publisher: PublisherTable;
  publication: PublicationTable;
  location: LocationTable;
  format: FormatTable;
  position: PositionTable;
};

type PublisherTable = CommonColumns & {
  companyName: string;
  parentId: number | null;
  domain: WithDefault<string | null>;
  sellerType: WithDefault<SellerType>;
};
type PublicationTable = CommonColumns & {
  companyName: string;
  publisherId: number;
  category: WithDefault<string>;
  timeZone: string;
  domains: WithDefault<string[]>;
};
type LocationTable = CommonColumns & {
  publicationId: number;
  code: string;
  kind: WithDefault<string>;
  screen: Json<Screen> | null;
};
type FormatTable = CommonColumns & {
  code: string;
  width: number | null;
  height: number | null;
  mediaType: WithDefault<string>;
  maxBytes: number | null;
  inHeadsup: WithDefault<boolean | null>;
  templateFields: Json<TemplateField[]>;
  templateHtml: string | null;
};
type PositionTable = CommonColumns & {
  locationId: number;
  formatId: number;
  code: WithDefault<string>;
  slotName: string;
  blockedLabels: WithDefault<string[]>;
  /** Above 0; both or neither. */
  floorMicros: number | null;
  floorCurrency: string | null;
  maxAds: number | null;
  maxPerBrand: number | null;
};
