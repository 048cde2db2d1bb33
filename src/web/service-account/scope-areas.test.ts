import { expect, test } from 'vitest';
import { scopeAreasOf, scopesText } from './scope-areas.ts';

test('groups scopes by area in the order of the product and sorts their verbs', () => {
  const scopes = ['users:read', 'bookings:approve', 'bookings:read', 'inventory:write', 'inventory:read'] as const;
  expect(scopeAreasOf(scopes)).toEqual([
    { area: 'inventory', text: 'Inventory', verbs: ['read', 'write'] },
    { area: 'bookings', text: 'Booking', verbs: ['read', 'approve'] },
    { area: 'users', text: 'User', verbs: ['read'] },
  ]);
  expect(scopesText(scopes)).toBe('Inventory (Read, Write), Booking (Read, Approve), User (Read)');
  expect(scopesText([...scopes, 'webhooks:read', 'audit:read'])).toBe(
    'Inventory (Read, Write), Booking (Read, Approve), User (Read) and 2 more',
  );
  expect(scopesText([])).toBe('');
});
