import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];
/** Ctrl-C reaches the child from the terminal and again from npm. One of them is ignored. */
const repeatMs = 1_000;
const parentCheckMs = 500;

/**
 * Runs a program in place of this process: same terminal, process group, signals and exit status.
 * @param {string} program
 * @param {readonly string[]} commandLine
 * @param {import('node:child_process').SpawnOptions} options
 */
export function replaceProcess(program, commandLine, options) {
  const child = spawn(program, commandLine, { ...options, stdio: 'inherit' });
  const sentMs = new Map();
  for (const signal of forwarded) {
    process.on(signal, () => {
      const now = Date.now();
      if (now - (sentMs.get(signal) ?? 0) < repeatMs) return;
      sentMs.set(signal, now);
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent(child);
  child.once('error', (error) => {
    process.stderr.write(`${program} could not be started: ${error.message}\n`);
    process.exit(126);
  });
  child.once('exit', (code, signal) => endLike(code, signal));
}

/** A killed npm cannot forward signals. Without this check its server would continue unnoticed and keep its ports. */
function stopWithParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, parentCheckMs);
  timer.unref();
}

function endLike(code, signal) {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The signal did not end this process: returns the corresponding exit code, as shells do.
  process.exit(128 + (constants.signals[signal] ?? 0));
}
