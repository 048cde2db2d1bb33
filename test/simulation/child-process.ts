import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A program of this folder in a process of its own, which can be killed at any moment. */
export type Child<Message> = {
  /** The next message of the process; rejects when it ends before. */
  hear(): Promise<Message>;
  tell(message: NonNullable<unknown>): void;
  /** SIGKILL, as a power cut would: nothing is written any more. */
  kill(): Promise<void>;
};

export function startChild<Message>(file: string, parameters: readonly string[]): Child<Message> {
  const child = fork(join(import.meta.dirname, file), parameters, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return {
    hear: () => hearNext<Message>(child, file),
    tell: (message) => void child.send(message),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function hearNext<Message>(child: ChildProcess, file: string): Promise<Message> {
  const end = new AbortController();
  const ended = once(child, 'exit', { signal: end.signal }).then(() => {
    throw new Error(`${file} ended`);
  });
  // Whoever loses the race below must not count as unhandled.
  ended.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [Message];
  end.abort();
  return message;
}
