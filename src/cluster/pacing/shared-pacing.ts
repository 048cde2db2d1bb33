import { hourMs } from '../../core/time/durations.ts';
import type { CountFile } from '../../exchange/plan/count-files.ts';
import type { PacingFolder } from '../../exchange/plan/pacing-folder.ts';
import { decodePlan, encodePlan, type Plan } from '../../exchange/plan/plan-file.ts';
import type { Redis } from '../../platform/redis/open-redis.ts';
import { sharedKeys } from '../shared-keys.ts';

/** What was counted by a process that has been gone for so long says nothing that the journal does not. */
const keptForMs = hourMs;

/** The carrier of several hosts: what `openPacingFolder` is for one. Processes have the name of their host before their own. */
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

/** A process as all hosts know it. */
export function sharedCounts(host: string, file: CountFile): CountFile {
  return { ...file, processId: `${host}.${file.processId}` };
}

/** A plan in which the processes of this host have the names that they have here. */
export function planForHost(host: string, plan: Plan): Plan {
  const own = `${host}.`;
  const processes = plan.processes.map((process) =>
    process.id.startsWith(own) ? { ...process, id: process.id.slice(own.length) } : process,
  );
  return { ...plan, processes };
}
