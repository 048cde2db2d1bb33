/** Chapters of the API documentation with what they are about, in the order in which a new reader needs them. */
export const chapters = {
  Inventory: 'Where ads are shown: publishers, publications, locations, formats, positions',
  'Media partners': 'Who advertises and who pays: media partners and their brands',
  Creatives: 'What is shown',
  Campaigns: 'Campaigns and their bookings: what is shown where, when and how often',
  Revisions: 'Which change is live on how many delivery processes',
  Reports: 'What was delivered',
  Search: 'Objects of all kinds by what they are called',
  Debugging: 'Why an ad was chosen',
  Access: 'Who may do what: users, what they are mapped to, service accounts',
  Audit: 'Who changed what',
  Products: 'Beta: catalogues of products that bookings sponsor',
  Audiences: 'Segments of viewers, where they come from, and who was erased',
  Webhooks: 'Being told what happens',
} as const satisfies Readonly<Record<string, string>>;

/** Name of a chapter. */
export type ChapterName = keyof typeof chapters;
