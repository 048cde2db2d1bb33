import { spawnSync } from 'node:child_process';

const installMs = 600_000;

/** Installs Debian packages unless the program is available. */
export function installTools(program: string, packages: readonly string[] = [program]): void {
  if (spawnSync('sh', ['-c', `command -v ${program}`]).status === 0) return;
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, stderr } = spawnSync('apt-get', args, { timeout: installMs, encoding: 'utf8' });
    if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${stderr}`);
  }
}

/** Runs a program. Throws with its output if it fails. */
export function runTool(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly withinMs?: number } = {},
): string {
  const { cwd, env = process.env, withinMs = installMs } = options;
  const limits = { timeout: withinMs, maxBuffer: 256 * 1024 * 1024 };
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8', ...limits });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${error ?? ''}\n${stdout.slice(-4_000)}\n${stderr.slice(-4_000)}`);
  return stdout;
}
