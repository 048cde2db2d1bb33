import { expect, test } from 'vitest';
import { pickByTicket } from '../decision/draw/pick.ts';
import { drawSpace } from '../decision/draw/random.ts';
import { createRandomStream, type RandomStream, sampleBeta } from './beta-sampler.ts';
import { plannedWeight } from './planned-rotation.ts';
import { type RotationArm, thompsonWeights } from './thompson-weights.ts';

const campaigns = 1_000;
/** Plans per campaign, each followed by this number of impressions. */
const plans = 12;
const impressionsPerPlan = 1_000;

/** One campaign: the true click rate of each creative. */
type SimulatedCampaign = { readonly bookingId: number; readonly rates: readonly number[] };

/** Returns a campaign of two to six creatives with click rates around 1 %. */
function campaignOf(bookingId: number): SimulatedCampaign {
  const random = createRandomStream(20_261_127, bookingId);
  const creatives = 2 + Math.floor(random.uniform() * 5);
  return { bookingId, rates: Array.from({ length: creatives }, () => sampleBeta(random, 4, 396)) };
}

/**
 * Returns the regret of optimized rotation: the expected clicks that were lost because not every impression showed the
 * best creative. Clicks are known one plan later.
 */
function regretOfOptimized({ bookingId, rates }: SimulatedCampaign): number {
  const random = createRandomStream(5, bookingId);
  const best = Math.max(...rates);
  const arms = rates.map((_, index) => ({ adId: index + 1, trials: 0, events: 0 }));
  let regret = 0;
  for (let planNumber = 1; planNumber <= plans; planNumber += 1) {
    const weights = thompsonWeights(arms, { seed: [planNumber, bookingId] });
    const planned = { bookingId, planNumber, weights };
    const chosen = arms.map(({ adId }) => plannedWeight(planned, adId, arms.length));
    for (let impression = 0; impression < impressionsPerPlan; impression += 1) {
      const index = pickByTicket(chosen, Math.floor(random.uniform() * drawSpace), drawSpace);
      show(arms, index, rates[index] as number, random);
      regret += best - (rates[index] as number);
    }
  }
  return regret;
}

type Counted = { -readonly [Field in keyof RotationArm]: RotationArm[Field] };

function show(arms: readonly Counted[], index: number, rate: number, random: RandomStream): void {
  const arm = arms[index] as Counted;
  arm.trials += 1;
  if (random.uniform() < rate) arm.events += 1;
}

/** Returns the expected regret of equal, fixed weights. */
function regretOfFixed({ rates }: SimulatedCampaign): number {
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  return plans * impressionsPerPlan * (Math.max(...rates) - mean);
}

test(`optimized rotation has less regret than fixed equal weights in ${campaigns} simulated campaigns`, {
  timeout: 120_000,
}, () => {
  let [optimized, fixed, better] = [0, 0, 0];
  for (let bookingId = 1; bookingId <= campaigns; bookingId += 1) {
    const campaign = campaignOf(bookingId);
    const [one, other] = [regretOfOptimized(campaign), regretOfFixed(campaign)];
    optimized += one;
    fixed += other;
    if (one < other) better += 1;
  }
  process.stdout.write(
    `regret per campaign in clicks: optimized ${(optimized / campaigns).toFixed(1)}, fixed ${(fixed / campaigns).toFixed(1)}; lower in ${better} of ${campaigns} campaigns\n`,
  );
  expect(optimized).toBeLessThan(fixed / 2);
  expect(better).toBeGreaterThan(campaigns * 0.9);
});
