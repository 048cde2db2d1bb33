import type { Candidate } from '../../snapshot/snapshot.ts';
import type { TrialTrace } from '../decision.ts';
import type { EvaluationContext } from '../rules/rule.ts';

/** Input of a draw: the evaluation context and the observer. */
export type DrawChoice = {
  readonly moment: EvaluationContext;
  /** Observer of every draw; null: none. */
  readonly observer: DrawObserver | null;
};

/** Observer of the draws of one slot, for traces. */
export type DrawObserver = {
  /** One trial: the ticket, its candidate (null: none) and the outcome. */
  readonly trial: (ticket: number, named: Candidate | null, outcome: TrialTrace['outcome']) => void;
  /** The pool was scanned, and this ticket was drawn among the eligible candidates. */
  readonly scan: (ticket: number) => void;
};
