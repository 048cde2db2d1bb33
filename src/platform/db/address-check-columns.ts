import type { ColumnType } from 'kysely';
import type { CreativeCheckCode } from '../../core/vocabulary/creative-checks.ts';

/** One step per URL, including redirects and wrapped documents. */
export type StoredAddressCheck = {
  checkedAt: string;
  steps: { url: string; status: number | null; code: CreativeCheckCode | null }[];
};

/** Result of fetching the third-party URLs of a creative. */
export type AddressCheckColumns = {
  /** By origin of the URLs; null: not checked yet. */
  addressChecks: ColumnType<
    Record<string, StoredAddressCheck> | null,
    string | null | undefined,
    string | null | undefined
  >;
  /** The version of the row that was checked. */
  addressesCheckedOf: ColumnType<number | null, number | null | undefined, number | null | undefined>;
};
