// A reporter of vitest: writes which tests passed at the second try only, for the closing lines.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cacheFolder, root } from './repository.mjs';

export const secondTriesFile = join(cacheFolder(), 'second-tries.json');

export default class SecondTries {
  /** @type {string[]} */
  #names = [];

  /** @param {import('vitest/node').TestCase} testCase */
  onTestCaseResult(testCase) {
    if (testCase.diagnostic()?.flaky !== true) return;
    this.#names.push(`${relative(root, testCase.module.moduleId)}: ${testCase.fullName}`);
  }

  onTestRunEnd() {
    writeFileSync(secondTriesFile, JSON.stringify(this.#names));
  }
}
