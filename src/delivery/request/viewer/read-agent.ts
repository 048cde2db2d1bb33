import Bowser from 'bowser';
import { ownText } from '../../answer/text/own-text.ts';
import { createRecentMap } from '../../recent-map.ts';

/** Facts about a browser or app, with all names that targeting may use. Empty if unknown. */
export type AgentFacts = {
  /** `phone`, `tablet`, `desktop` or `tv`. */
  readonly device: readonly string[];
  readonly os: readonly string[];
  /** With and without the version number. */
  readonly browser: readonly string[];
};

/** Most cached user agents. Parsing one takes 26 us, and there are few. */
const maxRememberedAgents = 4_000;
/** Most characters of a user agent that are parsed. Browsers have shorter ones. */
const maxAgentLength = 512;
const maxHintLength = 64;

const remembered = createRecentMap<string, AgentFacts>(maxRememberedAgents);
const unknownAgent: AgentFacts = { device: [], os: [], browser: [] };

/**
 * Reads the headers `User-Agent`, `Sec-CH-UA`, `Sec-CH-UA-Platform` and `Sec-CH-UA-Mobile`, which Chromium browsers
 * send by default. Source: issue 4, item 8; W3C User-Agent Client Hints.
 */
export function readAgent(header: (name: string) => string | undefined): AgentFacts {
  const agent = header('user-agent')?.slice(0, maxAgentLength) ?? '';
  const platform = header('sec-ch-ua-platform')?.slice(0, maxHintLength) ?? '';
  const mobile = header('sec-ch-ua-mobile')?.slice(0, maxHintLength) ?? '';
  const brands = header('sec-ch-ua')?.slice(0, maxAgentLength) ?? '';
  const brand = brands === '' ? '' : (hiddenBrand.exec(brands)?.[0] ?? '');
  if (agent === '' && platform === '') return unknownAgent;
  // Headers contain no line breaks, so keys are unambiguous.
  const hints = mobile + platform + brand;
  const key = hints === '' ? agent : `${mobile}\n${platform}\n${brand}\n${agent}`;
  let facts = remembered.get(key);
  if (facts === undefined) {
    facts = parse(agent, { platform: ownText(platform.replaceAll('"', '')), mobile, brand });
    remembered.set(ownText(key), facts);
  }
  return facts;
}

/** Browsers with the user agent of Chrome that identify themselves only in `Sec-CH-UA`. */
const hiddenBrand = /\b(?:Brave|DuckDuckGo|Vivaldi)\b/;

type Hints = { readonly platform: string; readonly mobile: string; readonly brand: string };

function parse(agent: string, { platform, mobile, brand }: Hints): AgentFacts {
  const isBrowser = agent.startsWith('Mozilla/');
  const { browser, os, platform: device } = Bowser.parse(agent === '' ? ' ' : agent);
  const name = brand || (isBrowser ? browser.name : undefined);
  const major = brand === '' ? /^\d+/.exec(browser.version ?? '')?.[0] : undefined;
  const osName = platform === '' || platform === 'Unknown' ? os.name : platform;
  const kind = deviceOf(agent, osName, mobile) ?? (isBrowser ? deviceWords[device.type ?? ''] : undefined);
  return {
    device: kind === undefined ? [] : [kind],
    os: osName === undefined ? [] : (osNames[osName] ?? [osName]),
    browser: namesOf(name).flatMap((word) => (major === undefined ? [word] : [word, `${word}${major}`])),
  };
}

/** TVs and streaming sticks, most of which would otherwise be taken for a tablet or a desktop. */
const tv =
  /smart-?tv|\bTV\b|googletv|android ?tv|apple ?tv|hbbtv|netcast|web0s|roku|crkey|bravia|viera|\bAFT[A-Z]{1,5}\b/i;

/** Returns the device that hints and names prove, before the user agent is parsed, or undefined. */
function deviceOf(agent: string, os: string | undefined, mobile: string): string | undefined {
  if (tv.test(agent)) return 'tv';
  if (mobile === '?1') return 'phone';
  if (os === 'Chrome OS' || os === 'Chromium OS') return 'desktop';
  if (mobile === '?0') return os === 'Android' ? 'tablet' : 'desktop';
  return undefined;
}

/** Maps the terms of the library to those of clients (wire-protocol 2.4). */
const deviceWords: Readonly<Record<string, string>> = {
  mobile: 'phone',
  tablet: 'tablet',
  desktop: 'desktop',
  tv: 'tv',
};

/** Alternative names of an operating system: clients send `OSX`, hints `macOS`. */
const osNames: Readonly<Record<string, readonly string[]>> = {
  macOS: ['macOS', 'OSX', 'Mac OS X'],
  'Chromium OS': ['Chrome OS', 'Chromium OS'],
};

const browserNames: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Internet Explorer': 'IE',
  'Amazon Silk': 'Silk',
};

function namesOf(name: string | undefined): readonly string[] {
  if (name === undefined) return [];
  const short = browserNames[name];
  return short === undefined ? [name] : [short, name];
}
