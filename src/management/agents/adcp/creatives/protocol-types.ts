import type { CreativeAdServerPlatform, SalesPlatform, SyncCreativesRow } from '@adcp/sdk/server';

// The library exports types of an earlier version under some of these names.
export type ListCreativesCall = Parameters<NonNullable<SalesPlatform['listCreatives']>>[0];
export type ListedCreatives = Awaited<ReturnType<NonNullable<SalesPlatform['listCreatives']>>>;
export type ProtocolAction = SyncCreativesRow['action'];
export type ProtocolStatus = NonNullable<SyncCreativesRow['status']>;
export type ProtocolError = NonNullable<SyncCreativesRow['errors']>[number];
/** The creative of a call. */
export type CreativeGiven = Parameters<NonNullable<SalesPlatform['syncCreatives']>>[0][number];

/** Arguments of `sync_creatives` besides the creatives. */
export type SyncArguments = {
  readonly creative_ids?: readonly string[];
  readonly delete_missing?: boolean;
  readonly dry_run?: boolean;
  readonly validation_mode?: 'strict' | 'lenient';
  readonly assignments?: readonly { readonly creative_id: string; readonly package_id: string }[];
};

type Builder = CreativeAdServerPlatform;
/** A creative of a call that is not stored. */
export type ManifestGiven = NonNullable<PreviewCall['creative_manifest']>;
export type PreviewCall = Parameters<Builder['previewCreative']>[0];
export type PreviewedCreative = Awaited<ReturnType<Builder['previewCreative']>>;
export type BuildCall = Parameters<Builder['buildCreative']>[0];
export type BuiltCreative = Extract<
  Awaited<ReturnType<Builder['buildCreative']>>,
  { creative_manifest: unknown } | { creative_manifests: unknown }
>;
export type CreativeDeliveryCall = Parameters<Builder['getCreativeDelivery']>[0];
export type CreativeDelivery = Awaited<ReturnType<Builder['getCreativeDelivery']>>;
