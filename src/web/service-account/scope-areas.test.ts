import { expect, test } from 'vitest';
import { scopeAreasOf, scopesText } from './scope-areas.ts';

test('scopes stand by area in the order of the product, and their verbs by what they allow', () => {
  const scopes = ['users:read', 'bookings:approve', 'bookings:read', 'inventory:write', 'inventory:read'] as const;
  expect(scopeAreasOf(scopes)).toEqual([
    { area: 'inventory', text: 'Inventory', verbs: ['read', 'write'] },
    { area: 'bookings', text: 'Bookings', verbs: ['read', 'approve'] },
    { area: 'users', text: 'Users', verbs: ['read'] },
  ]);
  expect(scopesText(scopes)).toBe('Inventory (read, write), Bookings (read, approve), Users (read)');
  expect(scopesText([...scopes, 'webhooks:read', 'audit:read'])).toBe(
    'Inventory (read, write), Bookings (read, approve), Users (read) and 2 more',
  );
  expect(scopesText([])).toBe('');
});
