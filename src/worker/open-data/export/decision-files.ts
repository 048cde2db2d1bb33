import { openRecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import { hostOf } from '../../../exchange/decisions/other-hosts.ts';
import { listRequestFacts, readRequestFacts } from '../../../exchange/decisions/request-facts-folder.ts';
import type { DecisionRange } from './decision-export-state.ts';
import { decisionRows } from './decision-rows.ts';

/** Files that delivery processes of this host write about decisions. */
export type DecisionFiles = {
  /** Oldest first per process. */
  list(): Promise<readonly Pick<DecisionRange, 'processId' | 'name'>[]>;
  /** Passes the rows of a range as lines to a function. Returns the end of what was read. */
  read(range: DecisionRange, take: (lines: string | Buffer) => Promise<void>): Promise<number>;
};

/** Recorded decisions, by index of their requests. */
export function recordedDecisionFiles(dataFolder: string, host: string): DecisionFiles {
  const decisions = openRecordedDecisions(dataFolder);
  return {
    async list() {
      const own = [...(await decisions.files())].filter(([processId]) => hostOf(processId) === null);
      return own.flatMap(([, files]) => files);
    },
    async read({ processId, name, from, to }, take) {
      const lines: string[] = [];
      let index = 0;
      const visitor = {
        request: (request: Parameters<typeof decisionRows>[0]) => {
          if (index >= to) return false;
          if (index >= from) lines.push(...decisionRows(request, { source: `${host}/${processId}/${name}`, index }));
          index += 1;
          return true;
        },
      };
      await decisions.read({ processId, name, startMs: 0 }, visitor);
      await take(lines.join(''));
      return index;
    },
  };
}

/** Request facts, by bytes. They are stored as rows. */
export function requestFactFiles(dataFolder: string): DecisionFiles {
  return {
    list: () => listRequestFacts(dataFolder),
    read: async ({ processId, name, from, to }, take) =>
      (await readRequestFacts(dataFolder, { processId, name }, { from, to }, take)) ?? from,
  };
}
