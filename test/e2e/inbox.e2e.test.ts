import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { requestAccess } from '../../server/features/access/assignments/access.fixture.ts'
import { accessFor } from '../../web/features/access/requests/accessRequestStatus.ts'
import { decisionOn, decisions, inboxLabels } from '../../web/features/approvals/inbox/labels.ts'
import { approvalLabels } from '../../web/shared/approvalLabels.ts'
import { bandLabels } from '../../web/shared/risk.ts'
import { count } from '../../web/shared/waits.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { newRequest } from '../newRequest.ts'
import { accountOfDaniel } from '../readChangedAccount.ts'
import { screenshot } from './browser.ts'
import { emptyInbox } from './emptyInbox.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
let attempts = 0
let startedAt = new Date()
beforeEach(async () => {
  attempts++
  await emptyInbox(product, 'Ravi')
  startedAt = new Date()
})
afterEach(() => product.closePages())
afterAll(() => product?.close())

const as = (givenName: string) => product.as(product.persona(givenName).id)
const votesOf = async (givenName: string) =>
  (
    await product.db
      .selectFrom('approval_decisions as d')
      .innerJoin('approvals as a', 'a.id', 'd.approval_id')
      .select(['a.subject_kind', 'd.decision', 'd.on_behalf_of'])
      .where('d.approver_id', '=', product.persona(givenName).id)
      .where('d.decided_at', '>', startedAt)
      .execute()
  ).map((vote) => ({ kind: vote.subject_kind, decision: vote.decision, for: vote.on_behalf_of }))
let number = 0
async function requestAccountFor(overrides = {}) {
  const response = await as('Priya').post('/account-requests', newRequest(product, { name: `checkout-inbox-${++number}`, ...overrides }))
  expect(response.status).toBe(201)
  return response.body.approvals[0].id as string
}
async function holdResponses(page: Page, address: string) {
  const [paused, releasedPromise] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    const response = await route.fetch()
    paused.resolve()
    await releasedPromise.promise
    await route.fulfill({ response })
  })
  return { held: paused.promise, release: releasedPromise.resolve }
}
const focusOf = (page: Page) => page.evaluate(() => document.activeElement?.tagName)
async function openKeyboardHelp(page: Page) {
  const keys = page.getByRole('dialog', { name: uiLabels.keys })
  await press(page, '?')
  await keys.waitFor()
  await press(page, 'Escape')
  await keys.waitFor({ state: 'detached' })
}
const press = (page: Page, key: string) => page.keyboard.press(key)
const list = (page: Page) => page.getByRole('list', { name: inboxLabels.list })
const navigateByText = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

it('decides ten requests of several kinds with only the keyboard', async () => {
  await product.db.deleteFrom('delegations').where('person_id', '=', product.persona('Daniel').id).execute()
  await product.db
    .insertInto('delegations')
    .values({
      id: randomUUID(),
      person_id: product.persona('Daniel').id,
      delegate_id: product.persona('Ravi').id,
      starts_at: new Date(),
      ends_at: new Date(Date.now() + 5 * 86_400_000),
      status: 'live',
      created_by: product.persona('Daniel').id,
    })
    .execute()
  const baseNumber = number
  const inboxName = (n: number) => `checkout-inbox-${baseNumber + n}`
  const accounts = [0, 1, 2, 3].map((n) => accountOfDaniel(product, 4 * (attempts - 1) + n))
  for (let n = 0; n < 6; n++) await requestAccountFor()
  for (const account of accounts) expect((await requestAccess(product, account, { durationHours: 72 })).answer.status).toBe(201)

  const { page, browserErrors } = await product.visitAs('Ravi', '/app/approvals')
  await page.getByRole('heading', { name: inboxName(1), level: 2 }).waitFor()
  await page.getByRole('meter', { name: new RegExp(Object.values(bandLabels).join('|')) }).waitFor()
  await page.getByRole('article').getByRole('heading', { name: inboxLabels.changes, exact: true }).first().waitFor()
  await screenshot(page, 'inbox/first', { fullPage: true })

  await press(page, 'm')
  await page.getByLabel(inboxLabels.comment).waitFor()
  await page.keyboard.type('Is <b>staging</b> not enough?')
  await press(page, 'Control+Enter')
  await page.getByRole('list', { name: inboxLabels.comments }).getByText('Is <b>staging</b> not enough?').waitFor()

  for (let n = 1; n <= 4; n++) {
    await press(page, 'a')
    await page.getByRole('button', { name: decisionOn('approve', inboxName(n)) }).waitFor()
    await press(page, 'Enter')
    await navigateByText(page, inboxLabels.left(10 - n))
    await page.getByRole('heading', { name: inboxName(n + 1), level: 2 }).waitFor()
  }
  await press(page, 'r')
  await page.getByLabel(decisions.reject.asks).waitFor()
  await page.keyboard.type('Use the one you have.')
  await press(page, 'Control+Enter')
  await navigateByText(page, inboxLabels.left(5))
  await page.getByRole('heading', { name: inboxName(6), level: 2 }).waitFor()
  await press(page, 'c')
  await page.getByLabel(decisions.requestChanges.asks).waitFor()
  await page.keyboard.type('Half the budget, please.')
  await press(page, 'Control+Enter')
  await navigateByText(page, inboxLabels.left(4))
  for (let n = 0; n < 4; n++) {
    await page.getByRole('heading', { name: accounts[n]!.name, level: 2 }).waitFor()
    await page.getByText('Daniel Okoro', { exact: true }).first().waitFor()
    await press(page, 'a')
    await page.getByRole('button', { name: decisionOn('approve', accessFor('Priya Raman')) }).waitFor()
    await press(page, 'Enter')
    await (n < 3 ? navigateByText(page, inboxLabels.left(3 - n)) : page.getByText(inboxLabels.allDone).waitFor())
  }
  const votes = await votesOf('Ravi')
  const daniel = product.persona('Daniel').id
  expect(votes.filter((vote) => vote.kind === 'accessRequest')).toEqual(
    Array(4).fill({ kind: 'accessRequest', decision: 'approve', for: daniel }),
  )
  expect(
    votes
      .filter((vote) => vote.kind === 'accountRequest')
      .map(({ decision }) => decision)
      .sort(),
  ).toEqual(['approve', 'approve', 'approve', 'approve', 'reject', 'requestChanges'])

  expect(browserErrors).toEqual([])
})

it('decides several similar requests together, and a different one separately', async () => {
  const { page, browserErrors } = await product.visitAs('Ravi', '/app/approvals')
  await page.getByText(inboxLabels.none).waitFor()
  const firstName = `checkout-inbox-${number + 1}`
  const productionName = `checkout-inbox-${number + 4}`
  const id = await requestAccountFor()
  for (let n = 0; n < 2; n++) await requestAccountFor()
  await requestAccountFor({ environment: 'production', workload: 'Production' })
  await list(page).getByRole('link', { name: productionName }).waitFor()
  await page.getByRole('heading', { name: firstName, level: 2 }).waitFor()
  const bar = page.getByRole('button', { name: inboxLabels.addComment, exact: true })
  await list(page).getByRole('link', { name: firstName }).focus()
  await page.evaluate(() => scrollTo(0, 200))
  await press(page, 'c')
  await page.getByLabel(decisions.requestChanges.asks).waitFor()
  await press(page, 'Escape')
  await bar.waitFor()
  expect(await page.evaluate(() => [scrollY, document.activeElement?.textContent])).toEqual([200, firstName])
  await bar.focus()
  await press(page, 'Tab')
  expect(await page.evaluate(() => [scrollY, document.activeElement?.getAttribute('aria-keyshortcuts')])).toEqual([200, 'p'])
  await press(page, 'g')
  const differentList = page.getByRole('list', { name: inboxLabels.different })
  await differentList.getByText(productionName, { exact: true }).first().waitFor()
  const { different } = (await as('Ravi').get(`/account-approvals/${id}/alike`)).body
  expect(different).toHaveLength(1)
  for (const reason of different[0].reasons) await differentList.getByText(reason).waitFor()
  await screenshot(page, 'inbox/alike')
  await press(page, 'a')
  await page.getByRole('button', { name: decisionOn('approve', count(3, 'request')) }).waitFor()
  await press(page, 'Enter')
  const { stages } = (await as('Ravi').get(`/account-approvals/${id}`)).body
  await page.getByText(inboxLabels.nextStage(stages[1].name)).nth(2).waitFor()
  await page.getByRole('button', { name: inboxLabels.done, exact: true }).click()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(productionName)
  await page.getByRole('heading', { name: productionName, level: 2 }).waitFor()
  expect((await as('Ravi').get('/account-approvals/inbox')).body.total).toBe(1)

  // The bulk decision is below the list on a phone, so the page scrolls to it.
  await page.setViewportSize({ width: 390, height: 500 })
  await page.getByRole('article').getByRole('link', { name: inboxLabels.list, exact: true }).click()
  await list(page).getByRole('checkbox').check()
  await page.getByRole('button', { name: inboxLabels.decide, exact: true }).click()
  await expect
    .poll(() =>
      page.getByRole('list', { name: inboxLabels.selected }).evaluate((selectedList) => {
        const { top, bottom } = selectedList.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    )
    .toBe(true)
  expect(browserErrors).toEqual([])
})

it('opens the form of a typed decision only for the named request, not for earlier selected requests', async () => {
  await requestAccountFor()
  await requestAccountFor()
  const response = await as('Priya').post('/account-requests', newRequest(product, { name: `checkout-inbox-${++number}` }))
  const { page, browserErrors } = await product.visitAs('Ravi', '/app/approvals')
  await list(page)
    .getByRole('link', { name: `checkout-inbox-${number}` })
    .waitFor()
  const select = (n: number) =>
    list(page)
      .getByRole('checkbox', { name: inboxLabels.select(`checkout-inbox-${n}`), exact: true })
      .check()
  await select(number - 2)
  await select(number - 1)
  await page.getByRole('list', { name: inboxLabels.selected }).waitFor()
  await press(page, 'Control+k')
  await page.getByRole('combobox', { name: uiLabels.palette }).fill(`approve ${response.body.reference}`)
  await page.getByRole('option').first().filter({ hasText: response.body.reference }).waitFor()
  await press(page, 'Enter')
  await page.getByRole('form', { name: decisionOn('approve', `checkout-inbox-${number}`) }).waitFor()
  expect(await list(page).getByRole('checkbox', { checked: true }).count()).toBe(0)
  await press(page, 'Enter')
  await expect.poll(() => votesOf('Ravi')).toEqual([{ kind: 'accountRequest', decision: 'approve', for: null }])
  expect(browserErrors).toEqual([])
})

it('doesn’t move the focus into fields after the last decision and when a request arrives', async () => {
  const id = await requestAccountFor()
  const { page, browserErrors } = await product.visitAs('Ravi', '/app/approvals')
  await page.getByRole('heading', { name: `checkout-inbox-${number}`, level: 2 }).waitFor()
  await page.getByRole('button', { name: decisions.approve.label }).waitFor()
  const responses = await holdResponses(page, `**/account-approvals/${id}`)
  await press(page, 'r')
  await page.keyboard.type('Use the one you have.')
  await press(page, 'Control+Enter')
  await responses.held
  responses.release()
  await page.getByText(inboxLabels.allDone).waitFor()
  expect(await focusOf(page)).toBe('H1')
  await openKeyboardHelp(page)

  // The list replaces the element that had the focus in the empty inbox.
  await page.getByRole('link', { name: inboxLabels.viewAll }).focus()
  await requestAccountFor()
  await page.getByRole('heading', { name: `checkout-inbox-${number}`, level: 2 }).waitFor()
  expect(await focusOf(page)).toBe('H1')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await openKeyboardHelp(page)

  await emptyInbox(product, 'Ravi')
  await page.goto(`${product.url}/app/approvals`)
  await page.getByText(inboxLabels.none).waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await requestAccountFor()
  await page.getByRole('heading', { name: `checkout-inbox-${number}`, level: 2 }).waitFor()
  expect(await focusOf(page)).toBe('BODY')
  await openKeyboardHelp(page)
  expect(browserErrors).toEqual([])
})

it('keeps the focus and text of a reader who opened another request before the response', async () => {
  const id = await requestAccountFor()
  const firstName = `checkout-inbox-${number}`
  await requestAccountFor()
  const secondName = `checkout-inbox-${number}`
  const { page, browserErrors } = await product.visitAs('Ravi', '/app/approvals')
  await list(page).getByRole('link', { name: firstName }).press('Enter')
  await page.getByRole('button', { name: decisions.approve.label }).waitFor()
  const responses = await holdResponses(page, `**/account-approvals/${id}`)
  await press(page, 'a')
  await press(page, 'Enter')
  await responses.held
  await press(page, 'j')
  await page.getByRole('heading', { name: secondName, level: 2 }).waitFor()
  await page.getByRole('button', { name: decisions.approve.label }).waitFor()
  await press(page, 'c')
  await page.keyboard.type('Half the budget')
  responses.release()
  await navigateByText(page, inboxLabels.left(1))
  await page.keyboard.type(', please.')
  expect(await page.getByLabel(decisions.requestChanges.asks).inputValue()).toBe('Half the budget, please.')
  expect(browserErrors).toEqual([])
})

it('shows auditors that the evidence of a decided request is as of the decision', async () => {
  const id = await requestAccountFor()
  const { page, browserErrors } = await product.visitAs('Grace', `/app/approvals?id=${id}`)
  const evidenceAsOf = page.getByRole('article').getByText(inboxLabels.evidenceAsOf)
  await page.getByRole('article').getByText('Priya Raman').first().waitFor()
  expect(await evidenceAsOf.count()).toBe(0)
  await as('Ravi').post(`/account-approvals/${id}`, { decision: 'reject', stage: 1, comment: 'Not now.' })
  await evidenceAsOf.waitFor()
  await screenshot(page, 'decided-evidence')
  expect(browserErrors).toEqual([])
})

it('shows approvers and waiting time to the requester, and allows one reminder per day', async () => {
  const id = await requestAccountFor()
  const { subject_id } = await product.db.selectFrom('approvals').select('subject_id').where('id', '=', id).executeTakeFirstOrThrow()
  const { page, browserErrors } = await product.visitAs('Priya', `/app/requests/${subject_id}`)
  const stages = page.getByRole('list', { name: approvalLabels.stages })
  await stages.getByText('Ravi Deshmukh').waitFor()
  await page
    .getByText(new RegExp(`^${approvalLabels.waiting} `))
    .first()
    .waitFor()
  await page.getByRole('button', { name: approvalLabels.remind }).click()
  await page.getByText(new RegExp(`^${approvalLabels.reminded} `)).waitFor()
  await expect.poll(() => page.getByRole('button', { name: approvalLabels.remind }).getAttribute('aria-disabled')).toBe('true')
  const notifications = await product.db
    .selectFrom('notifications')
    .select('person_id')
    .where('kind', '=', 'decisionRequesterReminder')
    .execute()
  expect(notifications.map(({ person_id }) => person_id)).toContain(product.persona('Ravi').id)
  expect(browserErrors).toEqual([])
})

it('leads back to where the reader came from on a narrow screen', async () => {
  const id = await requestAccountFor()
  const name = `checkout-inbox-${number}`
  const { page, browserErrors } = await product.visitAs('Ravi', '/app/approvals?show=all', { viewport: { width: 390, height: 844 } })
  const back = page.getByRole('article').getByRole('link', { name: inboxLabels.back, exact: true })
  const open = () => page.getByRole('main').getByRole('link', { name }).first().click()
  await open()
  await back.click()
  await page.waitForURL((url) => url.pathname === '/app/approvals' && url.search === '?show=all')
  await page.goto(`${product.url}/app/`)
  await open()
  await back.click()
  await page.waitForURL((url) => url.pathname === '/app/')
  const direct = await product.visitAs('Ravi', `/app/approvals?id=${id}`, { viewport: { width: 390, height: 844 } })
  await direct.page.getByRole('article').getByRole('link', { name: inboxLabels.list, exact: true }).waitFor()
  expect([...browserErrors, ...direct.browserErrors]).toEqual([])
})
