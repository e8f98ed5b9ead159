import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds. Only what is wrong is written out: describing the thousands of sound elements takes longer than looking at them. */
export async function violationsOn(page: Page, withoutRules: string[] = []) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .disableRules(withoutRules)
    // The guards that keep the focus in a popup of Base UI are empty and pass the focus on at once.
    .exclude('[data-base-ui-focus-guard]')
    .analyze()
  return violations
}

/** What keeps people out of the screen at this address in this look: what axe finds, and scrolling sideways on a telephone. */
export async function barriersAt(page: Page, url: string, colorScheme: 'light' | 'dark', width: number): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
  await page.goto(url)
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy=true]'))
  const found = (await violationsOn(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  if (!(await fitsInto320(page))) found.push('scrolls sideways at 320')
  return found
}

/** Whether the page has room on the narrowest screen. Charts are drawn anew a moment after the window has become narrow. */
export async function fitsInto320(page: Page): Promise<boolean> {
  await page.setViewportSize({ width: 320, height: 800 })
  const fits = page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, { timeout: 15_000 })
  return fits.then(
    () => true,
    () => false,
  )
}
