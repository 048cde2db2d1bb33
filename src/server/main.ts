import { runCommandLine } from './command-line/run-command.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  program: process.argv[1] ?? '',
});
