import { hourMs } from '../../core/time/durations.ts';
import type { CountFile } from '../../exchange/plan/count-files.ts';
import type { PacingFolder } from '../../exchange/plan/pacing-folder.ts';
import { decodePlan, encodePlan, type Plan } from '../../exchange/plan/plan-file.ts';
import type { Redis } from '../../platform/redis/open-redis.ts';
import { sharedKeys } from '../shared-keys.ts';

/** Retention of the counts of an ended process. By then the roll-up of the journal includes them. */
const keptForMs = hourMs;

/** Shared counterpart of `openPacingFolder` for several hosts. Process names are prefixed with the host. */
export function openSharedPacing(redis: Redis): PacingFolder {
  return {
    counts: {
      write: async (file) => void (await redis.ask('HSET', sharedKeys.counts, file.processId, JSON.stringify(file))),
      async read(processId) {
        const text = await redis.ask<string | null>('HGET', sharedKeys.counts, processId);
        return text === null ? null : (JSON.parse(text) as CountFile);
      },
      async list() {
        const texts = await redis.ask<readonly string[]>('HVALS', sharedKeys.counts);
        const files = texts.map((text) => JSON.parse(text) as CountFile);
        const gone = files.filter(({ at }) => Date.now() - at > keptForMs);
        if (gone.length > 0) await redis.ask('HDEL', sharedKeys.counts, ...gone.map(({ processId }) => processId));
        return files.filter((file) => !gone.includes(file));
      },
    },
    plan: {
      async write(plan) {
        await redis.ask('SET', sharedKeys.plan, encodePlan(plan));
        await redis.ask('SET', sharedKeys.planMark, `${plan.number} ${plan.plannedAtMs}`);
      },
      async read() {
        const content = await redis.askForBytes<Buffer | null>('GET', sharedKeys.plan);
        return content === null ? null : decodePlan(content);
      },
      mark: () => redis.ask<string | null>('GET', sharedKeys.planMark),
    },
  };
}

/** Adds the host to the process name of a count file. */
export function sharedCounts(host: string, file: CountFile): CountFile {
  return { ...file, processId: `${host}.${file.processId}` };
}

/** Returns a plan in which the processes of this host have their local names. */
export function planForHost(host: string, plan: Plan): Plan {
  const own = `${host}.`;
  const processes = plan.processes.map((process) =>
    process.id.startsWith(own) ? { ...process, id: process.id.slice(own.length) } : process,
  );
  return { ...plan, processes };
}
