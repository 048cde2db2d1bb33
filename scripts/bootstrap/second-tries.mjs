// Vitest reporter that writes which tests passed only in the second attempt, and why the first failed, for the summary.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cacheFolder, root } from './repository.mjs';

export const secondTriesFile = join(cacheFolder(), 'second-tries.json');

/** Sufficient for the first lines of a browser's call log. */
const maxReasonLength = 600;

export default class SecondTries {
  /** @type {string[]} */
  #names = [];

  /** @param {import('vitest/node').TestCase} testCase */
  onTestCaseResult(testCase) {
    if (testCase.diagnostic()?.flaky !== true) return;
    const name = `${relative(root, testCase.module.moduleId)}: ${testCase.fullName}`;
    // Vitest keeps the errors of earlier attempts. The reason is needed to fix the test.
    const reasons = (testCase.result().errors ?? []).map(({ message }) => String(message).slice(0, maxReasonLength));
    this.#names.push([name, ...reasons].join('\n    '));
  }

  onTestRunEnd() {
    writeFileSync(secondTriesFile, JSON.stringify(this.#names));
  }
}
