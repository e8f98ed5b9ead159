import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { decisionOn, decisions, inboxLabels } from '../../web/features/approvals/inbox/labels.ts'
import { count } from '../../web/shared/waits.ts'
import { newRequest } from '../newRequest.ts'
import { emptyInbox } from './emptyInbox.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
let startedAt: Date
beforeAll(async () => {
  product = await startProduct()
})
beforeEach(async () => {
  await emptyInbox(product, 'Ravi')
  startedAt = new Date()
})
afterAll(() => product?.close())

let number = 0
async function requestAccount() {
  const name = `checkout-lock-${++number}`
  const response = await product.as(product.persona('Priya').id).post('/account-requests', newRequest(product, { name }))
  expect(response.status).toBe(201)
  return { id: response.body.approvals[0].id as string, name }
}
async function decisionsOf(givenName: string) {
  const rows = await product.db
    .selectFrom('approval_decisions')
    .select('decision')
    .where('approver_id', '=', product.persona(givenName).id)
    .where('decided_at', '>', startedAt)
    .execute()
  return rows.map(({ decision }) => decision)
}
async function holdRequests(page: Page, address: string) {
  const [paused, releasedPromise] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    paused.resolve()
    await releasedPromise.promise
    await route.continue()
  })
  return { held: paused.promise, release: releasedPromise.resolve }
}
const list = (page: Page) => page.getByRole('list', { name: inboxLabels.list })
const press = (page: Page, key: string) => page.keyboard.press(key)

it('locks a request until the response to its decision', async () => {
  const { id, name: firstName } = await requestAccount()
  const { name: secondName } = await requestAccount()
  const { page, browserErrors } = await product.visitAs('Ravi', '/app/approvals')
  await list(page).getByRole('link', { name: firstName }).press('Enter')
  const approve = page.getByRole('button', { name: decisions.approve.label })
  await approve.waitFor()
  const requests = await holdRequests(page, `**/account-approvals/${id}`)
  await press(page, 'a')
  await press(page, 'Enter')
  await requests.held
  await press(page, 'r')
  await press(page, 'Escape')
  expect(await page.getByRole('form').getAttribute('aria-label')).toBe(decisionOn('approve', firstName))
  await press(page, 'j')
  await page.getByRole('heading', { name: secondName, level: 2 }).waitFor()
  await expect.poll(() => approve.getAttribute('aria-disabled')).toBeNull()
  await press(page, 'c')
  await page.getByLabel(decisions.requestChanges.asks).press('Escape')
  await press(page, 'k')
  await page.getByRole('heading', { name: firstName, level: 2 }).waitFor()
  await approve.waitFor()
  for (const key of ['a', 'r', 'c', 'm', 'p']) await press(page, key)
  expect(await page.getByRole('form').count()).toBe(0)
  expect(await approve.getAttribute('aria-disabled')).toBe('true')
  requests.release()
  await page.getByText(inboxLabels.left(1), { exact: true }).waitFor()
  expect(await decisionsOf('Ravi')).toEqual(['approve'])
  expect(browserErrors).toEqual([])
})

it('locks selected requests until the response to their decision', async () => {
  const names = [(await requestAccount()).name, (await requestAccount()).name, (await requestAccount()).name]
  const { page, browserErrors } = await product.visitAs('Ravi', '/app/approvals')
  for (const name of names)
    await list(page)
      .getByRole('checkbox', { name: inboxLabels.select(name), exact: true })
      .check()
  const requests = await holdRequests(page, '**/account-approvals/together')
  const form = page.getByRole('form', { name: decisionOn('approve', count(3, 'request')) })
  await press(page, 'a')
  await form.waitFor()
  await press(page, 'Enter')
  await requests.held
  for (const key of ['r', 'c', 'x', 'g', 'Escape']) await press(page, key)
  expect(await page.getByRole('form').count()).toBe(1)
  expect(await form.getByRole('button', { name: decisionOn('approve', count(3, 'request')) }).getAttribute('aria-busy')).toBe('true')
  expect(await list(page).getByRole('checkbox', { checked: true, disabled: true }).count()).toBe(3)
  requests.release()
  await page.getByRole('button', { name: inboxLabels.done, exact: true }).waitFor()
  expect(await decisionsOf('Ravi')).toEqual(['approve', 'approve', 'approve'])
  expect(browserErrors).toEqual([])
})
