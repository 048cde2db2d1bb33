import type { AuthorizationFile, AuthorizationStatus } from '../../../core/vocabulary/codes/selling-codes.ts';
import type { Json } from '../columns.ts';

/** Checks of the authorization files on the domains of publications. */
export type AuthorizationTables = { authorizationCheck: AuthorizationCheckTable };

type AuthorizationCheckTable = {
  publicationId: number;
  domain: string;
  files: Json<AuthorizationFileCheck[]>;
  /** Properties for which the domain authorizes the seller agent. null: none. */
  selection: Json<PropertySelection> | null;
  checkedAt: Date;
};

/** Result of the check of one file. */
export type AuthorizationFileCheck = {
  readonly file: AuthorizationFile;
  /** URL of the last request. */
  readonly url: string;
  readonly status: AuthorizationStatus;
  /** null: no response. */
  readonly httpStatus: number | null;
};

/** Properties of a domain. Source: AdCP 3.0, `publisher-property-selector`. */
export type PropertySelection =
  | { readonly selection_type: 'all' }
  | { readonly selection_type: 'by_id'; readonly property_ids: readonly string[] }
  | { readonly selection_type: 'by_tag'; readonly property_tags: readonly string[] };
