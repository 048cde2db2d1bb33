/** Most characters of the description of a product package. */
export const maxPackageDescription = 2_000;
/** Most prices of a product package. */
export const maxPricingOptions = 20;
/** Most advertiser accounts of one buyer agent. */
export const maxBuyerAccounts = 100;
/** Most packages that a buyer agent is limited to. */
export const maxPackagesOfBuyer = 1_000;
