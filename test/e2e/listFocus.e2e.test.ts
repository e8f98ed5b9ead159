import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountOf, openReview } from '../../server/features/access/reviews/reviews.fixture.ts'
import { keyOf } from '../../web/shared/shortcuts.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const scrollAndFocus = (page: Page) =>
  page.evaluate(() => ({
    y: scrollY,
    typing: document.activeElement?.matches('input:not([type=checkbox]), textarea, select, [role=combobox]'),
  }))
const unmoved = { y: 0, typing: false }

async function openKeyboardHelp(page: Page) {
  const help = page.getByRole('dialog', { name: uiLabels.keys })
  await page.keyboard.press('?')
  await help.waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
}

it('keeps focus and scroll position in a review until the list is empty', async () => {
  const id = await openReview(product, { kind: 'account', id: accountOf(product, 2).id })
  const { page, browserErrors } = await product.visitAs('Daniel', `/app/access/reviews/${id}?show=open`)
  await page.locator('[data-item][aria-current]').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  const count = await page.locator('[data-item]').count()
  for (let n = 0; n < count; n++) {
    const decided = page.waitForResponse((response) => response.url().endsWith('/decisions'))
    await page.keyboard.press(keyOf('review', 'keep'))
    await decided
    await expect.poll(() => page.locator('[data-item]').count()).toBe(count - n - 1)
  }
  expect(await scrollAndFocus(page)).toEqual(unmoved)
  await openKeyboardHelp(page)
  expect(browserErrors).toEqual([])
})

it('keeps focus and scroll position in the feedback when entries arrive and when the list becomes empty', async () => {
  const priya = product.as(product.persona('Priya').id)
  const send = async () => (await priya.post('/feedback', { rating: 4, page: '/app/accounts', text: 'The list is long.' })).body
  const first = await send()
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/admin/feedback')
  const rows = page.getByRole('row').filter({ hasText: 'The list is long.' })
  await expect.poll(() => rows.count()).toBe(1)
  const second = await send()
  await expect.poll(() => rows.count()).toBe(2)
  expect(await scrollAndFocus(page)).toEqual(unmoved)
  await rows.first().getByRole('link').first().focus()
  for (const { id } of [first, second]) expect((await priya.delete(`/feedback/${id}`)).status).toBe(204)
  await expect.poll(() => rows.count()).toBe(0)
  expect(await scrollAndFocus(page)).toEqual(unmoved)
  await openKeyboardHelp(page)
  expect(browserErrors).toEqual([])
})
