import type { User } from '../../client/generated/types.gen.ts';

type RoleWords = { readonly text: string; readonly means: string };

/** What people can be, in words, from the one who may most. */
export const roleWords: Readonly<Record<User['role'], RoleWords>> = {
  admin: { text: 'Administrator', means: 'Everything, users and settings included' },
  manager: { text: 'Ad operations', means: 'Inventory, media partners, campaigns, approval and reports' },
  reviewer: { text: 'Reviewer', means: 'Reads everything, approves or rejects bookings and creatives' },
  viewer: { text: 'Analyst', means: 'Reads everything, changes nothing' },
  advertiser: {
    text: 'Advertiser',
    means: 'Books for the companies and brands that they are mapped to, and sees no other',
  },
};

/** Roles to choose from. */
export const roleOptions = Object.entries(roleWords).map(([value, { text }]) => ({ value, label: text }));
