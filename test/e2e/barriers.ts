import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What keeps people out of the screen at this address in this look: what axe finds, and scrolling sideways on a telephone. */
export async function barriersAt(page: Page, url: string, colorScheme: 'light' | 'dark', width: number): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
  await page.goto(url)
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy=true]'))
  // The guards that keep the focus in a popup of Base UI are empty and pass the focus on at once.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).exclude('[data-base-ui-focus-guard]').analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  await page.setViewportSize({ width: 320, height: 800 })
  if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push('scrolls sideways at 320')
  return found
}
