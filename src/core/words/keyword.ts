/** How the words of a keyword must stand in what somebody searched for. */
export const keywordMatches = ['exact', 'phrase', 'broad'] as const;
/** One of `keywordMatches`. */
export type KeywordMatch = (typeof keywordMatches)[number];

/** `exact`: the whole search; `phrase`: these words side by side in it; `broad`: all of them, in any order. */
export type Keyword = { readonly text: string; readonly match: KeywordMatch };
