/** Display formats in common use. Source: IAB New Ad Portfolio, fixed sizes; docs/guide/get-started/first-ad.md. */
export const standardFormats = [
  { code: 'leaderboard', name: 'Leaderboard', width: 728, height: 90 },
  { code: 'billboard', name: 'Billboard', width: 970, height: 250 },
  { code: 'rectangle', name: 'Medium rectangle', width: 300, height: 250 },
  { code: 'skyscraper', name: 'Wide skyscraper', width: 160, height: 600 },
  { code: 'halfpage', name: 'Half page', width: 300, height: 600 },
  { code: 'mobile', name: 'Mobile banner', width: 320, height: 100 },
  { code: 'mobileleaderboard', name: 'Mobile leaderboard', width: 320, height: 50 },
] as const;
