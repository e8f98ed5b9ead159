import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalogueLabels } from '../../web/features/accounts/catalogue/labels.ts'
import { sessionLabels } from '../../web/features/platform/session/labels.ts'
import { paths } from '../../web/paths.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { newRequest } from '../newRequest.ts'
import { type Product, startProduct } from './product.ts'
import { screenLabel } from './screenLabel.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

it.each(['/', '/catalogue', '/work/stuck'])('focuses the link to the content with the first Tab on %s', async (address) => {
  const { page, browserErrors } = await product.visitAs('Niamh', `/app${address}`, { viewport: { width: 1440, height: 500 } })
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  const current = page.getByRole('navigation', { name: shellLabels.main }).locator('[aria-current=page]')
  await expect.poll(() => current.evaluate((item) => item.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').textContent()).toBe(shellLabels.skip)
  expect(browserErrors).toEqual([])
})

it('shows progress while the code of the next page loads', async () => {
  const { page, browserErrors } = await product.visitAs('Priya', '/app/')
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/CataloguePage-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  const progress = page.getByRole('progressbar', { name: sessionLabels.loadingPage })
  expect(await progress.count()).toBe(0)
  await page
    .getByRole('navigation', { name: shellLabels.main })
    .getByRole('link', { name: screenLabel(paths.catalogue()) })
    .click()
  await progress.waitFor({ timeout: 10_000 })
  code.resolve()
  await page.getByRole('heading', { name: catalogueLabels.title, level: 1 }).waitFor()
  await progress.waitFor({ state: 'detached' })
  expect(browserErrors).toEqual([])
})

it('marks the inbox for an approver of a request, and My requests only for its requester', async () => {
  const { body: request } = await product
    .as(product.persona('Priya').id)
    .post('/account-requests', newRequest(product, { name: 'marked-dev' }))
  const currentItem = async (who: string, path: string) => {
    const { page, browserErrors } = await product.visitAs(who, `/app${path}`)
    await page.getByRole('heading', { name: request.name, level: 1 }).waitFor()
    const current = page.getByRole('navigation', { name: shellLabels.main }).locator('[aria-current=page]')
    const labels = await current.allTextContents()
    await page
      .getByRole('navigation', { name: shellLabels.main })
      .getByRole('link', { name: screenLabel(paths.catalogue()) })
      .click()
    await expect.poll(() => current.allTextContents()).toEqual([screenLabel(paths.catalogue())])
    expect(browserErrors).toEqual([])
    return labels.map((label) => label.replace(/\d+$/, ''))
  }
  const path = `/requests/${request.id}`
  expect(await currentItem('Priya', path)).toEqual([screenLabel(paths.requests())])
  expect(await currentItem('Ravi', path)).toEqual([screenLabel(paths.approvals())])
  expect(await currentItem('Niamh', path)).toEqual([])
})
