import { describe, expect, test } from 'vitest';
import { readEventName, videoEventNames } from './ad-events.ts';
import { videoEvents } from './video-events.ts';

describe('event names (wire-protocol 6)', () => {
  test.each([
    ['start', 'start'],
    ['firstQuartile', 'firstQuartile'],
    ['midpoint', 'midpoint'],
    ['thirdQuartile', 'thirdQuartile'],
    ['complete', 'complete'],
    ['skip', 'skip'],
    ['error', 'error'],
    ['q1', 'firstQuartile'],
    ['mid', 'midpoint'],
    ['q3', 'thirdQuartile'],
    ['end', 'complete'],
    ['mute', 'mute'],
    ['pause', 'pause'],
    ['fullscreen', 'playerExpand'],
    ['FIRSTQUARTILE', 'firstQuartile'],
  ])('%s is the video event %s', (text, name) => expect(readEventName(text)).toEqual({ kind: 'video', name }));

  test('every event of a VAST document has a distinct name', () => {
    for (const name of videoEvents) expect(readEventName(name)).toEqual({ kind: 'video', name });
    expect(new Set(videoEventNames.map((name) => name.toLowerCase())).size).toBe(videoEventNames.length);
  });

  test('billable events have names', () => {
    expect(readEventName('Adhese_IABview')).toEqual({ kind: 'viewable' });
    expect(readEventName('click')).toEqual({ kind: 'click' });
    expect(readEventName('impression')).toEqual({ kind: 'impression' });
  });

  test('any other valid name is a custom event with unchanged name, and an invalid name is null', () => {
    expect(readEventName('My_own.event-2')).toEqual({ kind: 'custom', name: 'My_own.event-2' });
    for (const text of ['1st', 'x'.repeat(64)]) expect(readEventName(text)).toEqual({ kind: 'custom', name: text });
    for (const text of ['', '_a', '__proto__', 'a b', 'a%20b', 'a/b', 'é', 'x'.repeat(65)]) {
      expect(readEventName(text)).toBeNull();
    }
  });
});
