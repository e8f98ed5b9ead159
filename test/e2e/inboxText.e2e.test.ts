import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { decisionOn, decisions, inboxLabels } from '../../web/features/approvals/inbox/labels.ts'
import { approvalLabels } from '../../web/shared/approvalLabels.ts'
import { textPause } from '../../web/shared/shortcuts.ts'
import { count } from '../../web/shared/waits.ts'
import { newRequest } from '../newRequest.ts'
import { screenshot } from './browser.ts'
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
const as = (givenName: string) => product.as(product.persona(givenName).id)
async function requestAccount() {
  const name = `checkout-text-${++number}`
  const response = await as('Priya').post('/account-requests', newRequest(product, { name }))
  expect(response.status).toBe(201)
  return { id: response.body.approvals[0].id as string, name }
}
const votesOfRavi = () =>
  product.db
    .selectFrom('approval_decisions')
    .select(['decision', 'comment'])
    .where('approver_id', '=', product.persona('Ravi').id)
    .where('decided_at', '>', startedAt)
    .execute()
const list = (page: Page) => page.getByRole('list', { name: inboxLabels.list })
const press = (page: Page, key: string) => page.keyboard.press(key)

/** @returns the button that closes the results */
async function approveTogether(page: Page, names: string[]) {
  for (const name of names)
    await list(page)
      .getByRole('checkbox', { name: inboxLabels.select(name), exact: true })
      .check()
  await press(page, 'a')
  await page.getByRole('form', { name: decisionOn('approve', count(names.length, 'request')) }).waitFor()
  await press(page, 'Enter')
  const done = page.getByRole('button', { name: inboxLabels.done, exact: true })
  await done.waitFor()
  return done
}

it('ignores a text that is typed after a bulk decision, and opens no other decision', async () => {
  const names: string[] = []
  for (let n = 0; n < 4; n++) names.push((await requestAccount()).name)
  const thirdName = names[2]!
  const { page, browserErrors } = await product.visitAs('Ravi', '/app/approvals')
  const done = await approveTogether(page, names.slice(0, 2))
  for (const key of ['r', 'x', 'a', 'j', 'g', 'Control+Enter']) await press(page, key)
  expect(await done.count()).toBe(1)
  await done.focus()
  await press(page, 'r')
  await page.keyboard.type('Too expensive. Please stay within £150.')
  expect(await done.count()).toBe(1)
  await press(page, 'Control+Enter')
  await press(page, 'Escape')
  await page.getByRole('heading', { name: thirdName, level: 2 }).waitFor()
  expect(await page.getByRole('form').count()).toBe(0)
  expect(await list(page).getByRole('checkbox', { checked: true }).count()).toBe(0)

  // After a pause, the first letter opens the form of an approval, but the text doesn’t send it.
  await page.waitForTimeout(textPause)
  for (const text of ['a smaller one is enough', 'accept less']) {
    await list(page).getByRole('link', { name: thirdName }).focus()
    await page.keyboard.type(text)
    await press(page, 'Control+Enter')
    await press(page, 'Escape')
    await page.waitForTimeout(textPause)
  }
  expect((await votesOfRavi()).filter(({ decision }) => decision === 'approve')).toHaveLength(2)
  expect(browserErrors).toEqual([])
})

it('opens another request in place of the results of a bulk decision', async () => {
  const names: string[] = []
  for (let n = 0; n < 3; n++) names.push((await requestAccount()).name)
  const { page } = await product.visitAs('Ravi', '/app/approvals')
  const done = await approveTogether(page, names.slice(0, 2))
  await list(page).getByText(names[2]!).click()
  await page.getByRole('article').getByRole('heading', { name: names[2]! }).waitFor()
  expect(await done.count()).toBe(0)
})

it('keeps the text of each decision until it is sent, and doesn’t take the focus when the reader returns', async () => {
  const { name: firstName } = await requestAccount()
  const { name: secondName } = await requestAccount()
  const { page, browserErrors } = await product.visitAs('Ravi', '/app/approvals')
  await list(page).getByRole('link', { name: firstName }).click()
  const reason = page.getByLabel(decisions.reject.asks)
  const draft = page.getByText(inboxLabels.drafts([decisions.reject.label]), { exact: true })
  const reject = page.getByRole('button', { name: decisions.reject.label, exact: true })
  await reject.click()
  await reason.fill('Use the one you have.')
  await list(page).getByRole('link', { name: secondName }).click()
  await page.getByRole('heading', { name: secondName, level: 2 }).waitFor()
  await reject.click()
  expect(await reason.inputValue()).toBe('')
  await press(page, 'Escape')
  expect(await draft.count()).toBe(0)
  await list(page).getByRole('link', { name: firstName }).click()
  await draft.waitFor()
  expect(await page.getByRole('form').count()).toBe(0)
  await reject.click()
  expect(await reason.inputValue()).toBe('Use the one you have.')
  await press(page, 'Escape')
  await press(page, 'c')
  expect(await page.getByLabel(decisions.requestChanges.asks).inputValue()).toBe('')
  await press(page, 'Escape')
  await press(page, 'r')
  await press(page, 'Control+Enter')
  await page.getByRole('heading', { name: secondName, level: 2 }).waitFor()
  expect(await votesOfRavi()).toEqual([{ decision: 'reject', comment: 'Use the one you have.' }])
  expect(browserErrors).toEqual([])
})

it('shows an approver what changed since the last round, and names the times of both rounds', async () => {
  const { id: first, name } = await requestAccount()
  await as('Ravi').post(`/account-approvals/${first}`, { decision: 'requestChanges', stage: 1, comment: 'More budget, please.' })
  const { subject_id: id } = await product.db.selectFrom('approvals').select('subject_id').where('id', '=', first).executeTakeFirstOrThrow()
  const priya = await product.visitAs('Priya', `/app/requests/${id}`)
  const stages = priya.page.getByRole('list', { name: approvalLabels.stages })
  await stages.locator('[data-stage-status=waiting]').waitFor()
  expect(await stages.locator('[data-stage-status=cancelled]').count()).toBe(0)
  const draft = newRequest(product, { name })
  const { body: request } = await as('Priya').get(`/account-requests/${id}`)
  const changed = { ...draft, budget: { ...draft.budget, amount: 2 * draft.budget.amount } }
  const response = await as('Priya').patch(`/account-requests/${id}`, changed, { 'if-match': `"${request.version}"` })
  expect(response.status).toBe(200)
  await priya.page.getByText(approvalLabels.resubmitted, { exact: false }).first().waitFor()
  const { page, browserErrors } = await product.visitAs('Ravi', `/app/approvals?id=${response.body.approvals.at(-1).id}`)
  const previous = page.locator('section').filter({ has: page.getByRole('heading', { name: inboxLabels.previousRound }) })
  await previous.getByText('More budget, please.').waitFor()
  expect(await previous.getByRole('row').count()).toBe(2)
  expect(await previous.locator('time').count()).toBeGreaterThan(0)
  await screenshot(page, 'inbox/previous-round', { fullPage: true })
  expect([...browserErrors, ...priya.browserErrors]).toEqual([])
})
