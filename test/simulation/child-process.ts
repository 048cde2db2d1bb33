import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A program of this folder in a separate process, which can be killed at any time. */
export type Child<Message> = {
  /** Returns the next message of the process. Rejects if the process ends first. */
  hear(): Promise<Message>;
  tell(message: NonNullable<unknown>): void;
  /** Sends SIGKILL. Like a power failure, it prevents all further writes. */
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
  // Prevents an unhandled rejection of the promise that loses the race below.
  ended.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [Message];
  end.abort();
  return message;
}
