/** Nesting levels of publishers. More indicates a cycle. */
export const maxPublisherDepth = 32;
/** Exclusion labels per booking, and blocked labels per position. All pairs are compared. */
export const maxLabels = 20;
/** Characters of an exclusion label: one or two words. */
export const maxLabelLength = 64;
/** Form of an exclusion label. Labels are compared exactly, so they have no spaces. */
export const exclusionLabelPattern = new RegExp(`^[A-Za-z0-9_-]{1,${maxLabelLength}}$`);
/** Additional inventory categories in the settings: the size of a menu. */
export const maxExtraCategories = 50;
