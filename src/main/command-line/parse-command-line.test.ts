import { expect, test } from 'vitest';
import { parseCommandLine } from './parse-command-line.ts';
import { UsageError } from './usage-error.ts';

const shadowRun = {
  name: 'shadow-run',
  file: 'access.log',
  format: 'auto',
  map: null,
  delivered: null,
  startMs: null,
  seed: 1,
  viewer: 'request',
  assumesConsent: true,
  json: false,
  html: null,
};

test.each([
  [['serve'], { name: 'serve', roles: ['all'], process: null }],
  [['serve', '--role', 'delivery', '--process', '3'], { name: 'serve', roles: ['delivery'], process: 3 }],
  [
    ['serve', '--role', 'delivery', '--process', 'delivery'],
    { name: 'serve', roles: ['delivery'], process: 'delivery' },
  ],
  [['serve', '--role', 'management,worker'], { name: 'serve', roles: ['management', 'worker'], process: null }],
  [['serve', '--role=worker', '--role=delivery'], { name: 'serve', roles: ['worker', 'delivery'], process: null }],
  [['serve', '--role=worker'], { name: 'serve', roles: ['worker'], process: null }],
  [['migrate'], { name: 'migrate' }],
  [['seed'], { name: 'seed' }],
  [['doctor'], { name: 'doctor' }],
  [['audit', 'verify'], { name: 'audit', head: null }],
  [
    ['audit', 'verify', '--head', `12:${'ab'.repeat(32)}`],
    { name: 'audit', head: { number: 12, hash: 'ab'.repeat(32) } },
  ],
  [['backup', 'a.tar.gz'], { name: 'backup', file: 'a.tar.gz' }],
  [['restore', 'a.tar.gz'], { name: 'restore', file: 'a.tar.gz' }],
  [['recover'], { name: 'recover' }],
  [['recount'], { name: 'recount', write: false }],
  [['recount', '--write'], { name: 'recount', write: true }],
  [['shadow-run', 'access.log'], shadowRun],
  [
    (
      'shadow-run a.har --format har --map zones.csv --delivered counts.csv --seed 7 --at 2026-12-01T08:00:00Z ' +
      '--viewer address --consent stated --json --html a.html'
    ).split(' '),
    {
      name: 'shadow-run',
      file: 'a.har',
      format: 'har',
      map: 'zones.csv',
      delivered: 'counts.csv',
      startMs: Date.parse('2026-12-01T08:00:00Z'),
      seed: 7,
      viewer: 'address',
      assumesConsent: false,
      json: true,
      html: 'a.html',
    },
  ],
  [['--help'], { name: 'help' }],
  [['serve', '-h'], { name: 'help' }],
  [['--version'], { name: 'version' }],
])('%j is valid', (args, command) => {
  expect(parseCommandLine(args)).toEqual(command);
});

test.each([
  [[], /command is required/],
  [['start'], /Unknown command "start"/],
  [['serve', 'now'], /Unexpected argument "now"/],
  [['serve', '--role', 'king'], /--role is one of all, management, delivery, worker/],
  [['serve', '--process', '0'], /--process requires --role delivery/],
  [['serve', '--role', 'delivery', '--process', 'x'], /--process is a number/],
  [['doctor', '--role', 'all'], /belong to "serve"/],
  [['serve', '--port', '80'], /--port/],
  [['audit'], /The audit command is "audit verify"/],
  [['audit', 'verify', 'now'], /The audit command is "audit verify"/],
  [['audit', 'verify', '--role', 'all'], /belong to "serve"/],
  [['audit', 'verify', '--head', '0:12'], /--head is a number and 64 hex digits/],
  [['backup'], /Exactly one file is required/],
  [['restore', 'a', 'b'], /Exactly one file is required/],
  [['backup', 'a', '--role', 'all'], /belong to "serve"/],
  [['recount', '--role', 'all'], /belong to "serve"/],
  [['migrate', '--write'], /--write belongs to "recount"/],
  [['shadow-run'], /Exactly one log file is required/],
  [['shadow-run', 'a', 'b'], /Exactly one log file is required/],
  [['shadow-run', 'a', '--format', 'xml'], /--format is one of auto, access, har, openrtb, not "xml"/],
  [['shadow-run', 'a', '--at', 'yesterday'], /--at is "now" or a time such as/],
  [['shadow-run', 'a', '--seed', '-1'], /--seed/],
  [['shadow-run', 'a', '--seed', '4294967296'], /--seed is a number from 0 to 4294967295/],
  [['shadow-run', 'a', '--viewer', 'cookie'], /--viewer is one of request, address/],
  [['shadow-run', 'a', '--role', 'all'], /belong to "serve"/],
  [['recount', '--map', 'a'], /--map belongs to "shadow-run"/],
  [['migrate', '--head', '1:2'], /--head belongs to "audit verify"/],
])('%j is rejected with a reason', (args, reason) => {
  expect(() => parseCommandLine(args)).toThrow(UsageError);
  expect(() => parseCommandLine(args)).toThrow(reason);
});
