import type { Generated } from 'kysely';
import type { CommonColumns, Json } from '../columns.ts';

/** Tables of product catalogs. */
export type ProductTables = {
  readonly product: ProductTable;
  readonly productImport: ProductImportTable;
};

export type ProductTable = CommonColumns & {
  /** ID in the shop. */
  sku: string;
  mediaPartnerId: number;
  brandId: number;
  link: string;
  imageUrl: string | null;
  category: string | null;
  priceMicros: number | null;
  priceCurrency: string | null;
  salePriceMicros: number | null;
  salePriceCurrency: string | null;
  availability: string;
};

type ProductImportTable = {
  id: Generated<number>;
  mediaPartnerId: number;
  fileName: string;
  kind: string;
  status: string;
  problem: string | null;
  detail: string | null;
  rows: number;
  badRows: number;
  faults: Json<Record<string, number>>;
  /** The first invalid rows. */
  namedRows: Json<{ line: number; sku: string | null; code: string }[]>;
  added: number;
  changed: number;
  unchanged: number;
  archived: number;
  startedAt: Date;
  finishedAt: Date;
};
