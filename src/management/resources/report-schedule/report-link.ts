import { reportLinkTtlMs } from '../../../core/vocabulary/limits/report-limits.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { createTextSigner } from '../../../platform/keys/signed-text.ts';

/** Download links of runs. */
export type ReportLinks = {
  /** @param madeAt time of the run. The link expires 7 days later */
  linkOf(run: { readonly id: number; readonly madeAt: Date }): { readonly url: string; readonly until: Date };
  /** Returns the run and expiration of a link. null if it is invalid. */
  open(token: string): { readonly runId: number; readonly untilMs: number } | null;
};

/** Path of the links, below the address of management. */
export const reportFilesPath = '/report-files';

/** Creates signed download links, which contain the run and the expiration. No sign-in is required. */
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
