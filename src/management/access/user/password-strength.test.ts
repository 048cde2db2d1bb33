import { expect, test } from 'vitest';
import { weaknessOf } from './password-strength.ts';

const owner = { email: 'maya.peeters@aurora.example', name: 'Maya Peeters' };

test.each(['password1234', 'P@ssw0rd1234', 'iloveyou2020!', '123456789012', 'qwertyuiop12', 'a'.repeat(200)])(
  'refuses a common password: %s',
  async (password) => {
    expect(await weaknessOf(password, owner)).toBe('problem.field.passwordTooWeak');
  },
);

test.each(['maya.peeters@aurora.example', 'Maya.Peeters@Aurora.Example', 'MayaPeeters2026', 'aurora.example2026'])(
  'refuses the address or name of the user: %s',
  async (password) => {
    expect(await weaknessOf(password, owner)).toBe('problem.field.passwordFromName');
  },
);

test.each(['correct horse battery staple', 'kX9#mQ2$vL7p', 'another horse battery', 'vier bomen naast een brug'])(
  'accepts a password that is hard to guess: %s',
  async (password) => {
    expect(await weaknessOf(password, owner)).toBeNull();
  },
);
