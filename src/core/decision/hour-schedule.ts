import type { Candidate } from '../snapshot/snapshot.ts';
import type { LocalClock, LocalMoment } from '../words/local-time.ts';
import { refusedAllHour, rulesOfWallClock } from './eligible.ts';
import type { TimeSpan } from './rules/rule.ts';
import { dayPartHolds, includesDay } from './schedule.ts';

/** What active days and parts of the day come to in one hour of one wall clock. */
export type HourSchedule = {
  /**
   * The same set of rules, without those of the wall clock where they refuse the candidate at no minute of the hour, and
   * with `refusedAllHour` where they do at every minute.
   */
  readonly narrow: (candidate: Candidate, rules: number) => number;
};

const minuteMs = 60_000;

/** Days and parts of a day begin and end with a minute, so the minutes of the hour tell all. */
export function createHourSchedule(clock: LocalClock, { fromMs, toMs }: TimeSpan): HourSchedule {
  const minutes: LocalMoment[] = [];
  for (let atMs = fromMs; atMs < toMs; atMs += minuteMs) minutes.push(clock.momentAt(atMs));
  return {
    narrow: (candidate, rules) => {
      if ((rules & rulesOfWallClock) === 0) return rules;
      const allowed = minutes.filter((local) => allows(candidate, local)).length;
      if (allowed === minutes.length) return rules & ~rulesOfWallClock;
      return allowed === 0 ? rules | refusedAllHour : rules;
    },
  };
}

function allows({ booking: { activeDays, dayParts } }: Candidate, local: LocalMoment): boolean {
  return (
    includesDay(activeDays, local) && (dayParts.length === 0 || dayParts.some((part) => dayPartHolds(part, local)))
  );
}
