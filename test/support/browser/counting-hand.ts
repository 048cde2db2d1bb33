import type { Locator, Page } from 'playwright-core';
import { waitUntil } from '../process/wait-until.ts';

/** Performs the input of a user and counts it. */
export type CountingHand = {
  readonly counts: { clicks: number; keystrokes: number };
  click(target: Locator): Promise<void>;
  /** Presses a key, also a combination: one keystroke. */
  press(key: string): Promise<void>;
  /** Types a text into the focused field: one keystroke per character. */
  type(text: string): Promise<void>;
  /** Presses Tab until the control has the focus. */
  reach(target: Locator): Promise<void>;
};

const mostTabs = 120;

/** A user in front of a page, with mouse and keyboard. */
export function countingHand(page: Page): CountingHand {
  const counts = { clicks: 0, keystrokes: 0 };
  const press = async (key: string) => {
    counts.keystrokes += 1;
    await page.keyboard.press(key);
  };
  return {
    counts,
    press,
    async click(target) {
      counts.clicks += 1;
      await target.click();
    },
    async type(text) {
      counts.keystrokes += text.length;
      await page.keyboard.type(text);
    },
    async reach(target) {
      await target.waitFor();
      for (let pressed = 0; !(await hasFocus(target)); pressed += 1) {
        if (pressed === mostTabs) throw new Error(`Tab does not reach ${target}`);
        await press('Tab');
      }
    },
  };
}

/** Waits until a control has the focus. */
export async function focused(target: Locator): Promise<void> {
  await waitUntil(`${target} to have the focus`, () => hasFocus(target));
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}
