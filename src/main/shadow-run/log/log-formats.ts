/** Formats of logs that a shadow run reads. `auto`: detected from the content. */
export const logFormats = ['auto', 'access', 'har', 'openrtb'] as const;
export type LogFormat = (typeof logFormats)[number];
