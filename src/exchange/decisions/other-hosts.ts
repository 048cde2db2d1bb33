import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** State of the decisions of another host, next to its files. */
export type OtherHost = {
  readonly host: string;
  /** Epoch ms: all earlier decisions are available here. */
  readonly throughMs: number;
  /** Epoch ms after which it decided nothing; null: it has not announced its end. */
  readonly endedAtMs: number | null;
};

/** Time without an update after which a host is considered disconnected. Hosts update every few seconds. */
const silentMs = 30_000;
const separator = '~';
const endOfRecord = `${separator}.json`;

/** Returns the local name of a process of another host. Names of hosts and processes contain no tilde. */
export function nameOfOthers(host: string, processId: string): string {
  return host + separator + processId;
}

/** Returns the host of a process from its local name; null: this host. */
export function hostOf(processName: string): string | null {
  const end = processName.indexOf(separator);
  return end === -1 ? null : processName.slice(0, end);
}

/** Returns the name of the file with the state of a host, next to the folders of processes. */
export function recordName(host: string): string {
  return host + endOfRecord;
}

/** Reads the states of all other hosts. @param folder of the decisions of all hosts */
export async function readOtherHosts(folder: string): Promise<readonly OtherHost[]> {
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(
    // A file may be removed at any time.
    names
      .filter((name) => name.endsWith(endOfRecord))
      .map((name) => readFile(join(folder, name), 'utf8').catch(() => null)),
  );
  return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as OtherHost]));
}

/** Returns the periods without decisions of hosts: from (inclusive) to (exclusive), epoch ms. */
export function silencesOf(others: readonly OtherHost[], nowMs: number) {
  return others.flatMap(({ throughMs, endedAtMs }) => {
    // A host that continues to update has returned since.
    if (endedAtMs === null || endedAtMs < throughMs) {
      return throughMs < nowMs - silentMs ? [{ fromMs: throughMs, toMs: Number.POSITIVE_INFINITY }] : [];
    }
    return endedAtMs === throughMs ? [] : [{ fromMs: throughMs, toMs: endedAtMs }];
  });
}
