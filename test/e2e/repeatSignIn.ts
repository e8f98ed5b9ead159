import type { Page } from 'playwright-core'

export async function repeatSignIn(page: Page, displayName: string): Promise<void> {
  await page.getByRole('button', { name: displayName }).first().click()
  await page.locator('button[name=approve][value=yes]').click()
}
