import type { Locator, Page } from 'playwright-core';

/** Input method of a user. The tasks are the same for all methods. */
export type Hand = {
  /** Presses a button, follows a link or selects a checkbox. */
  press(target: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  /** Selects an option of a field, searching by name if possible. */
  choose(field: Locator, option: string): Promise<void>;
  /** Opens the global search. */
  search(page: Page): Promise<void>;
};

/** Pointer input. */
export const mouse: Hand = {
  press: (target) => target.click(),
  write: (field, text) => field.fill(text),
  async choose(field, option) {
    // In a field with several values, the visible part surrounds the focused element.
    await field.locator(`xpath=ancestor-or-self::*[contains(@class, '${drawnField}')]`).click();
    if (await field.isEditable()) await field.fill(option);
    await optionOf(field.page(), option).click();
  },
  search: (page) => page.getByRole('button', { name: /^Search/ }).click(),
};

/** Keyboard input only. Every focused element must show its focus. */
export const keyboard: Hand = {
  async press(target) {
    await reach(target);
    const isBox = await target.evaluate((element) => element instanceof HTMLInputElement);
    await target.page().keyboard.press(isBox ? 'Space' : 'Enter');
  },
  async write(field, text) {
    await reach(field);
    await field.page().keyboard.press('ControlOrMeta+A');
    await field.page().keyboard.type(text);
  },
  async choose(field, option) {
    const { keyboard: keys } = field.page();
    await reach(field);
    if (await field.isEditable()) await keys.type(option);
    const wanted = optionOf(field.page(), option);
    await keys.press('ArrowDown');
    await wanted.waitFor();
    for (let pressed = 0; !(await isOffered(wanted)); pressed += 1) {
      if (pressed === mostOptions) throw new Error(`The arrow keys do not reach the option ${option}`);
      await keys.press('ArrowDown');
    }
    await keys.press('Enter');
  },
  search: (page) => page.keyboard.press('Control+K'),
};

const drawnField = 'mantine-Input-input';
const mostTabs = 300;
const mostOptions = 40;

/** Presses Tab until the element has the focus, and checks that it shows the focus. */
export async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  // A handle to the element, because a new lookup after each key would take most of the time.
  let element = await target.elementHandle();
  const stateNow = () =>
    element?.evaluate((one) => (one === document.activeElement ? 'focused' : one.isConnected ? 'apart' : 'replaced'));
  if ((await stateNow()) === 'focused') return;
  const before = await looksOf(target);
  for (let pressed = 0; pressed < mostTabs; pressed += 1) {
    await target.page().keyboard.press('Tab');
    let state = await stateNow();
    if (state === 'replaced') {
      // A response has rendered the page again. Tab would never reach the old element.
      element = await target.elementHandle();
      state = await stateNow();
    }
    if (state !== 'focused') continue;
    await showsFocus(target, before);
    return;
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Border colors change in a transition: the focus must be visible soon, not in the same frame. */
async function showsFocus(target: Locator, before: string): Promise<void> {
  const deadlineMs = Date.now() + 1000;
  while ((await looksOf(target)) === before) {
    if (Date.now() > deadlineMs) throw new Error(`${target} does not show that it has the focus`);
  }
}

/** Returns the appearance of an element, including its surroundings, as text to compare. */
function looksOf(target: Locator): Promise<string> {
  return target.evaluate(
    (element, field) =>
      [element, element.closest(`.${field}`), element.nextElementSibling]
        .filter((one) => one !== null)
        .map((one) => {
          const style = getComputedStyle(one);
          return [style.outline, style.boxShadow, style.borderColor, style.backgroundColor, style.inset].join();
        })
        .join('; '),
    drawnField,
  );
}

function optionOf(page: Page, name: string): Locator {
  return page.getByRole('option', { name: new RegExp(name, 'i') }).first();
}

/** Returns whether Enter would select it. */
function isOffered(option: Locator): Promise<boolean> {
  return option.evaluate((element) => element.matches('[data-combobox-selected], [aria-selected="true"]'));
}
