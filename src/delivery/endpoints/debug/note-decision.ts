import type { AdRequest } from '../../../core/decision/ad-request.ts';
import type { Decision } from '../../../core/decision/decision.ts';

/** Called with a decision and its traces. @param id 16 bytes */
export type NoteDecision = (decision: Decision, id: Uint8Array) => void;

/** An ad request, with a callback for traces if its sender may see them. */
export type TraceableRequest = AdRequest & { readonly noteDecision?: NoteDecision | undefined };
