import type { Page } from 'playwright-core'
import { onTestFailed, TestRunner } from 'vitest'

const maxLength = 3_000
const maxResponses = 10

/**
 * Prints the text of the page and its denied or failed calls if the test fails, because the timeout of a locator doesn’t say what the page
 * showed instead. Pages that were opened outside a test print nothing.
 */
export function describeFailure(page: Page): void {
  if (!TestRunner.getCurrentTest()) return
  const errors: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`)
  })
  onTestFailed(async () => {
    if (page.isClosed()) return
    const text = await page.locator('body').innerText({ timeout: 5_000 })
    console.log(
      [`The page ${new URL(page.url()).pathname} at the failure:`, ...errors.slice(-maxResponses), text.slice(0, maxLength)].join('\n'),
    )
  })
}
