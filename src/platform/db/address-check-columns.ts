import type { ColumnType } from 'kysely';
import type { CreativeCheckCode } from '../../core/vocabulary/creative-checks.ts';

/** One step for each address, also of a redirect or a document that is wrapped. */
export type StoredAddressCheck = {
  checkedAt: string;
  steps: { url: string; status: number | null; code: CreativeCheckCode | null }[];
};

/** What came of fetching the addresses of third parties that a creative needs. */
export type AddressCheckColumns = {
  /** By what names the addresses; null: nobody looked yet. */
  addressChecks: ColumnType<
    Record<string, StoredAddressCheck> | null,
    string | null | undefined,
    string | null | undefined
  >;
  /** The version of the row that they are of. */
  addressesCheckedOf: ColumnType<number | null, number | null | undefined, number | null | undefined>;
};
