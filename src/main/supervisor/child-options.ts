/**
 * Node options of all children. The young generation starts with 16 MB, because most objects of a start and of a snapshot
 * load are short-lived. With the 1 MB default, collections take a tenth of the time of both.
 */
export const youngGenerationOptions: readonly string[] = ['--min-semi-space-size=16'];

/**
 * Further Node options of a delivery process with threads. It collects garbage after it released an image, because V8
 * does not take shared buffers into account.
 */
export const threadsNodeOptions: readonly string[] = ['--expose-gc'];

/** File operations at a time for each delivery thread, as in a process with one thread. */
const fileOperations = 4;
const maxFileOperations = 1_024;

/**
 * Environment of a delivery process: glibc requests huge pages where Linux provides them on request, because a decision
 * reads from all tables of a snapshot. Other systems ignore it. Source: docs/decisions/0127-huge-pages.md.
 * @param threads number of delivery threads, which share the threads that run file operations
 */
export function deliveryEnvironment(threads = 1): NodeJS.ProcessEnv {
  return {
    GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
    UV_THREADPOOL_SIZE: String(Math.min(maxFileOperations, fileOperations * threads)),
    ...childEnvironment(),
  };
}

/** Returns the environment of this process with changed settings. */
export function childEnvironment(changes: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  // biome-ignore lint/style/noProcessEnv: a process has the environment of the one that starts it
  return { ...process.env, ...changes };
}
