import type { Locator, Page } from 'playwright-core';

/** Performs the input of a user and counts it. */
export type CountingHand = {
  readonly counts: { clicks: number; keystrokes: number };
  click(target: Locator): Promise<void>;
  /** Presses a key, also a combination: one keystroke. */
  press(key: string): Promise<void>;
  /** Types a text into the focused field: one keystroke per character. */
  type(text: string): Promise<void>;
};

/** A user in front of a page, with mouse and keyboard. */
export function countingHand(page: Page): CountingHand {
  const counts = { clicks: 0, keystrokes: 0 };
  return {
    counts,
    async click(target) {
      counts.clicks += 1;
      await target.click();
    },
    async press(key) {
      counts.keystrokes += 1;
      await page.keyboard.press(key);
    },
    async type(text) {
      counts.keystrokes += text.length;
      await page.keyboard.type(text);
    },
  };
}
