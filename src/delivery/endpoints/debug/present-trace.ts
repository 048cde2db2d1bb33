import type { CandidateTrace, Decision, SlotTrace } from '../../../core/decision/decision.ts';
import { asciiJson } from '../../answer/text/ascii-json.ts';

/** Trace of one request in its presented form. */
export type Trace = {
  /** Decision ID, as in the IDs of its events. */
  readonly decisionId: string;
  readonly revision: number;
  readonly at: string;
  readonly seed: readonly number[];
  readonly slots: readonly SlotTrace[];
};

export function traceOf({ revision, nowMs, seed, traces }: Decision, id: Uint8Array): Trace {
  return {
    decisionId: Buffer.from(id).toString('hex'),
    revision,
    at: new Date(nowMs).toISOString(),
    seed: [...seed],
    slots: traces,
  };
}

/** Bytes of a header field that proxies and clients accept. */
const maxHeaderLength = 6_000;

/**
 * Returns the traces as one ASCII line that fits into a header field: for each slot as many candidates as fit, eligible
 * ones first, and the number of omitted ones.
 */
export function traceHeader(traces: readonly Trace[]): string {
  for (let most = maxListed; most > 0; most = Math.floor(most / 2)) {
    const text = asciiJson(traces.map((trace) => shortened(trace, most)));
    if (text.length <= maxHeaderLength) return text;
  }
  return asciiJson(traces.map(({ slots, ...trace }) => ({ ...trace, slotsLeftOut: slots.length }))).slice(
    0,
    maxHeaderLength,
  );
}

const maxListed = 256;

function shortened(trace: Trace, most: number) {
  return {
    ...trace,
    slots: trace.slots.map(({ candidates, trials, ...slot }) => ({
      ...slot,
      trials: trials.length,
      candidates: candidates.toSorted(byChance).slice(0, most),
      candidatesLeftOut: Math.max(0, candidates.length - most),
    })),
  };
}

function byChance(one: CandidateTrace, other: CandidateTrace): number {
  return chanceOf(other) - chanceOf(one);
}

function chanceOf(candidate: CandidateTrace): number {
  if (!candidate.eligible) return -1;
  return candidate.won ? 2 : candidate.share;
}
