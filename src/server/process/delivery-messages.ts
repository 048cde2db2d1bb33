/** What a delivery process and its supervisor tell each other. */
export type FromDelivery = { readonly type: 'listening' } | { readonly type: 'failed'; readonly reason: string };
export type ToDelivery = { readonly type: 'close' };
