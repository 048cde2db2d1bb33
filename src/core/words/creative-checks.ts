/**
 * What can be wrong with a creative: one closed list for the API, the guide and the web interface. With an `error` it is not
 * approved; a `warning` is for the reviewer to weigh.
 * Source: product decisions 4 and 9; docs/guide/creatives/review.md.
 */
export const creativeChecks = {
  SIZE_UNFIT: { severity: 'error', says: 'It does not have the shape of its format and would be distorted' },
  SMALLER_THAN_FORMAT: { severity: 'warning', says: 'It is smaller than its format and leaves a part of it empty' },
  TOO_MANY_BYTES: { severity: 'error', says: 'It is larger than its format allows' },
  INSECURE_CODE: {
    severity: 'error',
    says: 'A script, frame or style sheet is loaded by http, which browsers refuse in a page by https',
  },
  INSECURE_CONTENT: {
    severity: 'warning',
    says: 'An image, film or tracker is loaded by http, which browsers may refuse in a page by https',
  },
  ANIMATION_TOO_LONG: { severity: 'warning', says: 'Its animation goes on for more than 30 seconds' },
  MISSING_CLICK: { severity: 'warning', says: 'A click on it leads nowhere' },
  CLICK_NOT_WIRED: {
    severity: 'warning',
    says: 'It has a click target, but its markup leads nobody there: [clickUrl] or [clickBase] is missing, so no click is counted',
  },
  CODEC_UNUSUAL: {
    severity: 'warning',
    says: 'None of its files is one that all players play: MP4 with H.264, for audio MP3 or AAC',
  },
  FIELDS_UNFIT: {
    severity: 'error',
    says: 'Its fields are not what the template of its format asks for',
  },
  ADDRESS_PRIVATE: {
    severity: 'error',
    says: 'An address of a third party leads into a private network, where no viewer gets',
  },
  ADDRESS_UNREACHABLE: {
    severity: 'warning',
    says: 'An address of a third party gave no usable answer when it was fetched',
  },
  TOO_MANY_REDIRECTS: { severity: 'warning', says: 'An address of a third party leads on more than five times' },
  ANSWER_TOO_LARGE: { severity: 'warning', says: 'A third party’s document has more than a megabyte' },
  VAST_INVALID: { severity: 'error', says: 'What a third party’s VAST address gives is no VAST document' },
  VAST_EMPTY: { severity: 'warning', says: 'The third party’s VAST document had no ad when it was fetched' },
  WRAPPERS_TOO_DEEP: {
    severity: 'error',
    says: 'More than five VAST documents wrap each other, which players give up on',
  },
  LONG_FILM: { severity: 'warning', says: 'It takes more than a minute, which many players do not accept' },
} as const satisfies Readonly<Record<string, { readonly severity: 'error' | 'warning'; readonly says: string }>>;
/** A key of `creativeChecks`. */
export type CreativeCheckCode = keyof typeof creativeChecks;

/** All keys of `creativeChecks`. */
export const creativeCheckCodes = Object.keys(creativeChecks) as readonly CreativeCheckCode[] as [
  CreativeCheckCode,
  ...CreativeCheckCode[],
];
