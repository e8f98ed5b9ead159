import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriesLabels, trendLabels } from '../../web/shared/trendLabels.ts'
import { violationsAt } from './barriers.ts'
import { screenshot } from './browser.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

it('shows administrators the last 12 weeks, and never asks for them on behalf of others', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/admin/policies')
  const trend = page.getByRole('region', { name: trendLabels.title })
  await trend.getByText(seriesLabels.approvals.automatic!).waitFor()
  await screenshot(page, 'trend-policies')
  expect(await violationsAt(page, page.url(), 'dark', 390)).toEqual([])
  await trend.waitFor()
  await screenshot(page, 'trend-policies-390')
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const path of ['audit', 'users', 'feedback', 'sandboxes?tab=capacity', 'notifications?tab=deliveries']) {
    const counted = page.waitForResponse((response) => response.url().includes('/trends/'))
    await page.goto(`${product.url}/app/admin/${path}`)
    await counted
    await page.waitForTimeout(500)
    await screenshot(page, `trend-${path.split('?')[0]}`)
  }
  for (const path of ['drift', 'emergency']) {
    const counted = page.waitForResponse((response) => response.url().includes('/trends/'))
    await page.goto(`${product.url}/app/access/${path}`)
    await counted
    await page.waitForTimeout(500)
    await screenshot(page, `trend-${path}`)
  }

  const priya = await product.visitAs('Priya', '/app/access/drift')
  const calls: string[] = []
  priya.page.on('request', (request) => calls.push(request.url()))
  const listed = priya.page.waitForResponse((response) => response.url().includes('/account-access/differences'))
  await priya.page.reload()
  await listed
  expect(calls.filter((url) => url.includes('/trends/'))).toEqual([])
  expect([...browserErrors, ...priya.browserErrors]).toEqual([])
})
