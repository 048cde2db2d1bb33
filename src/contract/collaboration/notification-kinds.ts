/** Reasons for which a user is notified. */
export const notificationKinds = [
  'mention',
  'comment',
  'approved',
  'rejected',
  'under_delivering',
  'hold_ending',
  'ended',
] as const;
/** One of `notificationKinds`. */
export type NotificationKind = (typeof notificationKinds)[number];

/** Channels of a kind that the user has not changed. */
export const defaultChannels = { app: true, email: false } as const;
