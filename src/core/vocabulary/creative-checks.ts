/** Severity of a result of the checks. */
export const checkSeverities = ['error', 'warning', 'info'] as const;
export type CheckSeverity = (typeof checkSeverities)[number];

/**
 * Faults of creatives: one closed list for the API, the guide and the web interface. An `error` prevents approval. A
 * `warning` is left to the reviewer. An `info` describes what was done with the files. Source: product decisions 4 and 9; docs/guide/creatives/review.md.
 */
export const creativeChecks = {
  FILE_MISSING: {
    severity: 'error',
    says: 'The file of the creative is missing. A buyer agent gave an address that could not be fetched',
  },
  SIZE_UNFIT: {
    severity: 'error',
    says: 'The creative does not have the aspect ratio of its format and would be distorted',
  },
  SMALLER_THAN_FORMAT: {
    severity: 'warning',
    says: 'The creative is smaller than its format and leaves part of it empty',
  },
  TOO_MANY_BYTES: { severity: 'error', says: 'The creative exceeds the file size limit of its format' },
  INSECURE_CODE: {
    severity: 'error',
    says: 'A script, frame or style sheet is loaded over http, which browsers block on https pages',
  },
  INSECURE_CONTENT: {
    severity: 'warning',
    says: 'An image, video or tracker is loaded over http, which browsers may block on https pages',
  },
  ANIMATION_TOO_LONG: { severity: 'warning', says: 'The animation runs for more than 30 seconds' },
  MISSING_CLICK: { severity: 'warning', says: 'The creative has no click-through URL' },
  CLICK_NOT_WIRED: {
    severity: 'warning',
    says: 'The markup does not use the click-through URL: [clickUrl] or [clickBase] is missing, so no click is counted',
  },
  CODEC_UNUSUAL: {
    severity: 'warning',
    says: 'No file has a format that all players support: MP4 with H.264, for audio MP3 or AAC',
  },
  FIELDS_UNFIT: {
    severity: 'error',
    says: 'The fields do not match the template of the format',
  },
  ADDRESS_PRIVATE: {
    severity: 'error',
    says: 'A third-party URL leads to a private network, which viewers cannot reach',
  },
  ADDRESS_UNREACHABLE: {
    severity: 'warning',
    says: 'A third-party URL returned no usable response when it was fetched',
  },
  TOO_MANY_REDIRECTS: { severity: 'warning', says: 'A third-party URL redirects more than five times' },
  ANSWER_TOO_LARGE: { severity: 'warning', says: 'A third-party document exceeds one megabyte' },
  VAST_INVALID: { severity: 'error', says: 'The third-party VAST URL does not return a VAST document' },
  VAST_EMPTY: { severity: 'warning', says: 'The third-party VAST document contained no ad when it was fetched' },
  WRAPPERS_TOO_DEEP: {
    severity: 'error',
    says: 'More than five nested VAST wrappers, which players do not follow',
  },
  MRAID_NEEDS_APP: {
    severity: 'warning',
    says: 'The markup uses MRAID: only a container in an app displays it, and browsers show it without its functions',
  },
  MRAID_BUNDLED: {
    severity: 'error',
    says: 'The markup contains or loads its own MRAID script. Containers provide the script for the address mraid.js',
  },
  MRAID_CLICK: {
    severity: 'error',
    says: 'A click opens a page without mraid.open, which replaces the ad in its app or does nothing',
  },
  MRAID_NOT_READY: {
    severity: 'warning',
    says: 'The markup calls MRAID functions without waiting for the event ready',
  },
  MRAID_DOCUMENT_WRITE: {
    severity: 'warning',
    says: 'The markup calls document.write, which erases the ad if its container has finished loading',
  },
  LONG_FILM: { severity: 'warning', says: 'The video is longer than a minute, which many players do not accept' },
  IMAGES_RESIZED: { severity: 'info', says: 'Images of the ZIP file were resized' },
} as const satisfies Readonly<Record<string, { readonly severity: CheckSeverity; readonly says: string }>>;
export type CreativeCheckCode = keyof typeof creativeChecks;

export const creativeCheckCodes = Object.keys(creativeChecks) as readonly CreativeCheckCode[] as [
  CreativeCheckCode,
  ...CreativeCheckCode[],
];
