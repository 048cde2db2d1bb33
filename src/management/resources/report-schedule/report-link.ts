import { reportLinkTtlMs } from '../../../core/vocabulary/limits.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { createTextSigner } from '../../../platform/keys/signed-text.ts';

/** Links to the files of runs. */
export type ReportLinks = {
  /** @param madeAt when the file was made: the link ends seven days later */
  linkOf(run: { readonly id: number; readonly madeAt: Date }): { readonly url: string; readonly until: Date };
  /** Which run a link is of, and until when; null: none of ours. */
  open(token: string): { readonly runId: number; readonly untilMs: number } | null;
};

/** Where links lead, below the address of management. */
export const reportFilesPath = '/report-files';

/** Whoever has a link has the file: it is signed, and says which run it is of and when it ends. */
export function createReportLinks(options: { readonly secret: string; readonly publicUrl: string }): ReportLinks {
  const signer = createTextSigner(deriveKey(options.secret, 'report-link'));
  return {
    linkOf({ id, madeAt }) {
      const until = new Date(madeAt.getTime() + reportLinkTtlMs);
      const token = signer.sign(`${until.getTime()} ${id}`);
      return { url: `${options.publicUrl}${reportFilesPath}/${token}`, until };
    },
    open(token) {
      const [, untilMs, runId] = /^(\d{1,16}) (\d{1,16})$/.exec(signer.open(token) ?? '') ?? [];
      return untilMs === undefined ? null : { runId: Number(runId), untilMs: Number(untilMs) };
    },
  };
}
