/** One step of the tour, and the page where it is done. */
export type Step = { readonly title: string; readonly text: string; readonly to: string; readonly go: string };

const campaign: Step = {
  title: 'Make a campaign',
  text: 'It names who advertises, who pays and for which brands. What it delivers are its bookings.',
  to: '/campaigns/new',
  go: 'New campaign',
};
const booking: Step = {
  title: 'Book positions',
  text: 'A booking says what is shown, where, how and when. The editor shows the share it would get while you write.',
  to: '/campaigns',
  go: 'Campaigns',
};
const creative: Step = {
  title: 'Upload creatives',
  text: 'Drop files; their format is found by their size. Images shrink themselves for small screens.',
  to: '/creatives',
  go: 'Creatives',
};
const result: Step = {
  title: 'Follow the results',
  text: 'Figures appear within ten seconds. A booking that does not deliver says why, and what to change.',
  to: '/reports',
  go: 'Reports',
};
const place: Step = {
  title: 'Set up a place',
  text: 'Publishers have publications, these have locations, and a location has positions: a place of one format that pages ask ads for.',
  to: '/inventory',
  go: 'Inventory',
};
const review: Step = {
  title: 'Review',
  text: 'What advertisers submit waits here until somebody approves it.',
  to: '/review',
  go: 'Review queue',
};
const account: Step = {
  title: 'Find your way',
  text: 'Ctrl-K finds everything by its name, from every page. Light and dark are in the menu of your account.',
  to: '/help',
  go: 'Help',
};

/** The five steps for who runs the server, and for who advertises on it. */
export function onboardingSteps(audience: 'operations' | 'advertiser'): readonly Step[] {
  return audience === 'operations'
    ? [place, campaign, booking, review, result]
    : [campaign, booking, creative, result, account];
}
