import type { AdRequest } from '../../../core/decision/ad-request.ts';
import type { Decision } from '../../../core/decision/decision.ts';

/** Is told of a decision with its traces. @param id 16 bytes */
export type NoteDecision = (decision: Decision, id: Uint8Array) => void;

/** An ad request whose sender may see why its ads were chosen; left out for all others. */
export type TraceableRequest = AdRequest & { readonly noteDecision?: NoteDecision | undefined };
