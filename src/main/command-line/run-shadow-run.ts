import { writeFile } from 'node:fs/promises';
import { readConfig } from '../../platform/config/config.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { htmlReport } from '../shadow-run/report/html-report.ts';
import { textReport } from '../shadow-run/report/text-report.ts';
import { runShadow } from '../shadow-run/run-shadow.ts';
import type { CommandContext } from './command-context.ts';
import type { ShadowRunCommand } from './parse-shadow-run.ts';

/** Decides a log without serving, and prints the comparison. Writes nothing to the data folder, not even a log. */
export async function runShadowRun(context: CommandContext, command: ShadowRunCommand): Promise<number> {
  const report = await runShadow(readConfig(context.environment, 'delivery'), command);
  if (command.html !== null) {
    await writeFile(command.html, htmlReport(report)).catch((error: NodeJS.ErrnoException) => {
      throw new ExplainedError(`--html: ${command.html} cannot be written (${error.code ?? error.message}).`);
    });
  }
  if (command.json) context.print(JSON.stringify(report, null, 2));
  else for (const line of textReport(report)) context.print(line);
  return 0;
}
