import type { Locator, Page } from 'playwright-core';

/** The buttons of a page that stand out from all others. */
export function primaryButtons(page: Page): Locator {
  const isPrimary = '.mantine-Button-root[data-variant=filled], .mantine-Button-root:not([data-variant])';
  return page.getByRole('main').locator(isPrimary);
}
