import { expect, test } from 'vitest';
import { parseCommandLine, UsageError } from './parse-command-line.ts';

test.each([
  [['serve'], { name: 'serve', role: 'all', process: null }],
  [['serve', '--role', 'delivery', '--process', '3'], { name: 'serve', role: 'delivery', process: 3 }],
  [['serve', '--role=worker'], { name: 'serve', role: 'worker', process: null }],
  [['migrate'], { name: 'migrate' }],
  [['seed'], { name: 'seed' }],
  [['doctor'], { name: 'doctor' }],
  [['--help'], { name: 'help' }],
  [['serve', '-h'], { name: 'help' }],
  [['--version'], { name: 'version' }],
])('%j is understood', (args, command) => {
  expect(parseCommandLine(args)).toEqual(command);
});

test.each([
  [[], /what to do/],
  [['start'], /no command "start"/],
  [['serve', 'now'], /"now" is one word too many/],
  [['serve', '--role', 'king'], /--role is one of all, management, delivery, worker/],
  [['serve', '--process', '0'], /--process belongs to --role delivery/],
  [['serve', '--role', 'delivery', '--process', 'x'], /--process is a number/],
  [['doctor', '--role', 'all'], /belong to "serve"/],
  [['serve', '--port', '80'], /--port/],
])('%j is refused with a reason', (args, reason) => {
  expect(() => parseCommandLine(args)).toThrow(UsageError);
  expect(() => parseCommandLine(args)).toThrow(reason);
});
