import type { Candidate } from '../../snapshot/snapshot.ts';
import type { TrialTrace } from '../decision.ts';
import type { DecisionMoment } from '../rules/rule.ts';

/** What a draw is for, and who hears of it. */
export type DrawChoice = {
  readonly moment: DecisionMoment;
  /** Hears of every draw; null when nobody wants to know. */
  readonly witness: DrawWitness | null;
};

/** What an explanation learns of the draws of one slot. */
export type DrawWitness = {
  /** One trial: the ticket drawn, whom it named (null: nobody) and what came of it. */
  readonly trial: (ticket: number, named: Candidate | null, outcome: TrialTrace['outcome']) => void;
  /** The pool was scanned, and this ticket drawn among the eligible. */
  readonly scan: (ticket: number) => void;
};
