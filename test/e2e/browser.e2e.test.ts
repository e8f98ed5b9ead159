import { rmSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openBrowser, screenshot } from './browser.ts'

test('opens separate browsers with openBrowser, and screenshots each', async () => {
  const [browser, otherBrowser] = await Promise.all([openBrowser(), openBrowser()])
  const page = await browser.newPage()
  await page.setContent('<h1>Slipway</h1>')
  expect(await page.getByRole('heading').textContent()).toBe('Slipway')
  const file = await screenshot(page, 'browser')
  expect(statSync(file).size).toBeGreaterThan(1_000)
  rmSync(file)
  await Promise.all([browser.close(), otherBrowser.close()])
})
