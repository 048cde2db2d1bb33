import { runCommandLine } from './command-line/run-command.ts';

// Files and folders of this program are accessible to its user only: 0600 and 0700.
process.umask(0o077);

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  program: process.argv[1] ?? '',
});
