import type { CampaignView } from '../../../contract/booking/campaign.ts';
import { worstHealth } from '../../../core/booking/booking-health.ts';
import { counters, type EventCounts, eachCounter } from '../../../core/pricing/billable-events.ts';
import { decimalFromMicros, microsFromDecimal } from '../../../core/vocabulary/money.ts';
import { percentOf } from '../../../core/vocabulary/percent.ts';
import { limitingReasons } from '../../../core/vocabulary/reasons.ts';
import type { BookingProgress } from '../booking/state/booking-progress.ts';
import type { GoalProgress } from '../booking/state/judge-booking.ts';

/**
 * Returns the combined progress of a campaign's bookings. Its health is that of the worst.
 * @param bookings.all including archived ones, whose delivery counts
 */
export function progressOfCampaign(bookings: {
  readonly all: readonly BookingProgress[];
  readonly live: readonly BookingProgress[];
}): Pick<CampaignView, 'health' | 'limitingReasons' | 'delivered' | 'progress'> {
  const { all, live } = bookings;
  const goals = live.flatMap(({ goal }) => goal ?? []);
  return {
    health: worstHealth(live.map(({ health }) => health)),
    limitingReasons: limitingReasons.filter((reason) => live.some((each) => each.limitingReasons.includes(reason))),
    delivered: {
      ...sumOf(all.map(({ delivered }) => delivered)),
      spend: spendOf(all),
      today: sumOf(all.map(({ delivered }) => delivered.today)),
    },
    progress: counters.flatMap((counter) => {
      const counted = goals.filter((goal) => goal.counter === counter);
      return counted.length === 0 ? [] : [{ counter, ...together(counted) }];
    }),
  };
}

function sumOf(counts: readonly EventCounts[]): EventCounts {
  const sum = (member: keyof EventCounts) => counts.reduce((total, each) => total + each[member], 0);
  return eachCounter(sum);
}

/** The spend by currency, sorted by currency. */
function spendOf(bookings: readonly BookingProgress[]): CampaignView['delivered']['spend'] {
  const amounts = bookings.flatMap(({ delivered }) => delivered.spend ?? []);
  const byCurrency = [...Map.groupBy(amounts, ({ currency }) => currency)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return byCurrency.map(([currency, each]) => ({
    amount: decimalFromMicros(each.reduce((sum, { amount }) => sum + (microsFromDecimal(amount) ?? 0), 0)),
    currency,
  }));
}

/** If the expected delivery of one booking is unknown, the sum is unknown. */
function together(goals: readonly GoalProgress[]) {
  const total = goals.reduce((sum, goal) => sum + goal.total, 0);
  const delivered = goals.reduce((sum, goal) => sum + goal.delivered, 0);
  const expected = goals.reduce<number | null>(
    (sum, goal) => (sum === null || goal.expected === null ? null : sum + goal.expected),
    0,
  );
  return {
    deliveredPercent: percentOf(delivered, total),
    expectedPercent: expected === null ? null : percentOf(expected, total),
  };
}
