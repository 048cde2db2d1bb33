import type { KeywordMatch } from '../../../core/words/keyword.ts';

/** How a keyword must stand in a search, in words. */
export const keywordMatchLabels: Readonly<Record<KeywordMatch, { readonly text: string; readonly means: string }>> = {
  exact: { text: 'Exact', means: 'the whole search' },
  phrase: { text: 'Phrase', means: 'these words side by side' },
  broad: { text: 'Broad', means: 'all of these words, in any order' },
};

/** The same, to choose from. */
export const matchOptions = Object.entries(keywordMatchLabels).map(([value, { text }]) => ({ value, label: text }));
