import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is known of the decisions of another host, beside its files. */
export type OtherHost = {
  readonly host: string;
  /** Epoch ms: everything that it decided before is here. */
  readonly throughMs: number;
  /** Epoch ms: after that it decided nothing; null: it did not say that it ended. */
  readonly endedAtMs: number | null;
};

/** Another host tells every few seconds; one that has not for so long is cut off, or gone. */
const silentMs = 30_000;
const separator = '~';
const endOfRecord = `${separator}.json`;

/** What a process of another host is called here; names of hosts and processes have no tilde. */
export function nameOfOthers(host: string, processId: string): string {
  return host + separator + processId;
}

/** Of a process by its name here; null: it is one of this host. */
export function hostOf(processName: string): string | null {
  const end = processName.indexOf(separator);
  return end === -1 ? null : processName.slice(0, end);
}

/** Name of the file that says what is known of a host, among the folders of processes. */
export function recordName(host: string): string {
  return host + endOfRecord;
}

/** All other hosts of which something is known. @param folder of the decisions of all */
export async function readOtherHosts(folder: string): Promise<readonly OtherHost[]> {
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(
    // One may be gone this moment.
    names
      .filter((name) => name.endsWith(endOfRecord))
      .map((name) => readFile(join(folder, name), 'utf8').catch(() => null)),
  );
  return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as OtherHost]));
}

/** When hosts did not say what they decided: from (included) to (excluded), epoch ms. */
export function silencesOf(others: readonly OtherHost[], nowMs: number) {
  return others.flatMap(({ throughMs, endedAtMs }) => {
    // One that goes on telling has come back since.
    if (endedAtMs === null || endedAtMs < throughMs) {
      return throughMs < nowMs - silentMs ? [{ fromMs: throughMs, toMs: Number.POSITIVE_INFINITY }] : [];
    }
    return endedAtMs === throughMs ? [] : [{ fromMs: throughMs, toMs: endedAtMs }];
  });
}
