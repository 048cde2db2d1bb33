import { SelectedCandidates } from '../../snapshot/candidate-list.ts';
import type { Candidate, CandidateGroup, CandidateList, CandidateSource } from '../../snapshot/snapshot.ts';
import { concernedRules } from '../eligible.ts';
import { isRoadblock } from '../rules/roadblock-rules.ts';
import { mayRunWithin } from '../rules/schedule-rules.ts';
import { spanOf } from './group-table.ts';

/** The claims at a position in one hour, in order of priority, end (open last) and ID. */
export type ClaimTable = {
  readonly hour: number;
  readonly versions: readonly number[];
  readonly groups: readonly CandidateGroup[];
  readonly voices: ClaimList;
  readonly goals: ClaimList;
};

/** Candidates in the order of the claims, and for each its booking index and the rules that may reject it in this hour. */
export type ClaimList = {
  readonly members: CandidateList;
  readonly bookingIndexes: Uint32Array;
  readonly rules: readonly number[];
  /** Those that take several slots of a request together. */
  readonly roadblocks: readonly Candidate[];
};

/** Reports whether the table is up to date for these groups. */
export function claimTableHolds(table: ClaimTable, groups: readonly CandidateGroup[], hour: number): boolean {
  return (
    table.hour === hour &&
    table.groups === groups &&
    groups.every((group, index) => group.version === table.versions[index])
  );
}

/** @param hour hours since the epoch */
export function buildClaimTable(groups: readonly CandidateGroup[], hour: number, source: CandidateSource): ClaimTable {
  const span = spanOf(hour);
  const end = ({ booking }: Candidate): number => booking.endMs ?? Number.MAX_SAFE_INTEGER;
  const ranked = groups
    .flatMap((group) => [...group.claims])
    .filter((candidate) => mayRunWithin(candidate, span))
    .sort((a, b) => a.booking.priority - b.booking.priority || end(a) - end(b) || a.booking.id - b.booking.id);
  const listOf = (members: readonly Candidate[]): ClaimList => ({
    members: new SelectedCandidates(
      Uint32Array.from(members, ({ candidateNumber }) => candidateNumber),
      source,
    ),
    bookingIndexes: Uint32Array.from(members, ({ bookingIndex }) => bookingIndex),
    rules: members.map((candidate) => concernedRules(candidate, span)),
    roadblocks: members.filter(({ booking }) => isRoadblock(booking)),
  });
  return {
    hour,
    versions: groups.map((group) => group.version),
    groups,
    voices: listOf(ranked.filter(({ booking }) => booking.delivery.method === 'share_of_voice')),
    goals: listOf(ranked.filter(({ booking }) => booking.delivery.method !== 'share_of_voice')),
  };
}
