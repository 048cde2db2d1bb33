import type { Locator, Page } from 'playwright-core';

/** How somebody works a page: the tasks are the same, whatever they have under their fingers. */
export type Hand = {
  /** Presses a button, follows a link, ticks a box. */
  press(target: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  /** Takes an option of a field that offers some, looking for its name where that is possible. */
  choose(field: Locator, option: string): Promise<void>;
  /** Opens the search of everything. */
  search(page: Page): Promise<void>;
};

/** With a pointer. */
export const mouse: Hand = {
  press: (target) => target.click(),
  write: (field, text) => field.fill(text),
  async choose(field, option) {
    // What a field with several values in it shows is around what has the focus.
    await field.locator(`xpath=ancestor-or-self::*[contains(@class, '${drawnField}')]`).click();
    if (await field.isEditable()) await field.fill(option);
    await optionOf(field.page(), option).click();
  },
  search: (page) => page.getByRole('button', { name: /^Search/ }).click(),
};

/** With keys alone; whatever is reached must show that it has the focus. */
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

/** Goes on by Tab until something has the focus, and shows it. */
export async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  // The element itself: to look it up anew after each key would take most of the time.
  let element = await target.elementHandle();
  const stateNow = () =>
    element?.evaluate((one) => (one === document.activeElement ? 'focused' : one.isConnected ? 'apart' : 'replaced'));
  if ((await stateNow()) === 'focused') return;
  const before = await looksOf(target);
  for (let pressed = 0; pressed < mostTabs; pressed += 1) {
    await target.page().keyboard.press('Tab');
    let state = await stateNow();
    if (state === 'replaced') {
      // An answer that arrived meanwhile drew the page again: Tab would never reach the old element.
      element = await target.elementHandle();
      state = await stateNow();
    }
    if (state !== 'focused') continue;
    await showsFocus(target, before);
    return;
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Borders change their colour by and by: what has the focus must show it soon, not in the same frame. */
async function showsFocus(target: Locator, before: string): Promise<void> {
  const deadlineMs = Date.now() + 1000;
  while ((await looksOf(target)) === before) {
    if (Date.now() > deadlineMs) throw new Error(`${target} does not show that it has the focus`);
  }
}

/** How an element looks with what is drawn around or beside it, as text to compare. */
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

/** Whether Enter would take it. */
function isOffered(option: Locator): Promise<boolean> {
  return option.evaluate((element) => element.matches('[data-combobox-selected], [aria-selected="true"]'));
}
