import type { CreateMediaBuyRequest, UpdateMediaBuyRequest } from '@adcp/sdk/types';

/** A package of a purchase. The library does not export the names of these parts. */
export type PackageRequest = NonNullable<CreateMediaBuyRequest['packages']>[number];
/** A change of a purchased package. */
export type PackageChange = NonNullable<UpdateMediaBuyRequest['packages']>[number];
export type TargetingOverlay = NonNullable<PackageRequest['targeting_overlay']>;
