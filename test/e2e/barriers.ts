import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Runs axe. Only violations are described in full, because describing thousands of valid elements takes longer than checking them. */
export async function violationsOn(page: Page, withoutRules: string[] = []) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], preload: false })
    .disableRules(withoutRules)
    // Base UI’s focus guards are empty and move the focus on immediately.
    .exclude('[data-base-ui-focus-guard]')
    .analyze()
  return violations
}

export async function violationsAt(page: Page, url: string, colorScheme: 'light' | 'dark', width: number): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
  await page.goto(url)
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy=true]'))
  const matches = (await violationsOn(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  if (!(await fitsWidth320(page))) matches.push('scrolls sideways at 320')
  return matches
}

/** Checks that the page fits the narrowest screen. Charts render again shortly after a resize. */
export async function fitsWidth320(page: Page): Promise<boolean> {
  await page.setViewportSize({ width: 320, height: 800 })
  const matches = page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, { timeout: 15_000 })
  return matches.then(
    () => true,
    () => false,
  )
}
