import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Shell = {
  /** Runs commands in the state of the previous ones. Returns their output. Fails if the last command fails. */
  readonly run: (commands: string) => Promise<string>;
  readonly close: () => void;
};

/** Opens a shell that keeps its variables from block to block, like a reader's terminal, in a separate empty folder. */
export function openShell(): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'placard-shell-'));
  const child = spawn('bash', ['--norc'], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return {
    async run(commands) {
      output = '';
      const mark = `end-${randomUUID()}`;
      child.stdin.write(`${commands}\nprintf '%s %s\\n' "${mark}" "$?"\n`);
      const done = new RegExp(`${mark} (\\d+)$`, 'm');
      while (!done.test(output)) await Promise.race([once(child.stdout, 'data'), ended(child.exitCode, commands)]);
      const [text = '', status = ''] = output.split(mark);
      if (status.trim() !== '0') throw new Error(`${commands}\nended with ${status.trim()}:\n${text}`);
      return text;
    },
    close: () => {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Never resolves while the shell is running. */
function ended(exitCode: number | null, commands: string): Promise<never> {
  if (exitCode !== null) throw new Error(`The shell ended in\n${commands}`);
  return new Promise(() => undefined);
}
