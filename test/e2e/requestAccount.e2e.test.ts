import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closedMessages, stageDecided } from '../../server/approvals/requireOpenStage.ts'
import { describeServiceError } from '../../server/clients/serviceResponse.ts'
import { registerInCmdb } from '../../server/features/accounts/requests/build/registerInCmdb.ts'
import { nameMessages } from '../../server/features/accounts/requests/checkDetails.ts'
import { budgetLabels } from '../../web/features/accounts/budgets/labels.ts'
import { catalogueLabels } from '../../web/features/accounts/catalogue/labels.ts'
import { requestLabels, saveStateLabels, stepLabels, wizardLabels } from '../../web/features/accounts/requests/labels.ts'
import { decisionOn, decisions, inboxLabels, reasonProblems } from '../../web/features/approvals/inbox/labels.ts'
import { runLabels, runStatusLabels } from '../../web/features/platform/cockpit/labels.ts'
import { paths } from '../../web/paths.ts'
import { approvalLabels } from '../../web/shared/approvalLabels.ts'
import { reasonField } from '../../web/shared/formLabels.ts'
import { type LabelList, labelFor } from '../../web/shared/labels.ts'
import { personPickerLabels } from '../../web/shared/personPickerLabels.ts'
import { budgetSentences, requestStatus } from '../../web/shared/requestStatus.ts'
import { runTimelineLabels } from '../../web/shared/runTimelineLabels.ts'
import { startFromLabels } from '../../web/shared/startFromLabels.ts'
import { count } from '../../web/shared/waits.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { newRequest } from '../newRequest.ts'
import { readBuiltAccount } from '../readBuiltAccount.ts'
import { until } from '../until.ts'
import { emptyInbox } from './emptyInbox.ts'
import { type Product, startProduct, type Visit } from './product.ts'
import { submitOf } from './submit.ts'

let product: Product
const visits: Visit[] = []
let attempts = 0
const attemptName = (name: string) => `${name}-${attempts}`

beforeAll(async () => {
  product = await startProduct()
})
beforeEach(() => {
  attempts++
})
afterAll(() => product?.close())
afterEach(async () => {
  product.simulator.faults.clear()
  for (const { page, browserErrors } of visits.splice(0)) {
    expect(browserErrors).toEqual([])
    await page.context().close()
  }
})

async function openPage(givenName: string, path?: string): Promise<Page> {
  const visit = await product.visitAs(givenName, path)
  visits.push(visit)
  return visit.page
}

async function submitRequest(name: string, overrides: Parameters<typeof newRequest>[1] = {}): Promise<string> {
  const response = await product.as(product.persona('Priya').id).post('/account-requests', newRequest(product, { ...overrides, name }))
  expect(response.status).toBe(201)
  return response.body.id
}

async function decide(requestId: string, givenName: string, decision = 'approve', comment?: string) {
  const person = product.as(product.persona(givenName).id)
  const approval = (await person.get(`/account-requests/${requestId}`)).body.approvals.at(-1)
  return person.post(`/account-approvals/${approval.id}`, { decision, stage: approval.stage, comment })
}

async function visitAsPriya(requestId: string) {
  return (await product.as(product.persona('Priya').id).get(`/account-requests/${requestId}`)).body
}

const choice = (list: LabelList, value: string) => new RegExp(`^${labelFor(list, value)}`)
const request = { waitingFor: null, runStatus: null, requester: { id: '', displayName: '' } }
const ready = requestStatus({ ...request, status: 'approved', runStatus: 'succeeded' }).sentence
const withdrawn = requestStatus({ ...request, status: 'cancelled' }).sentence
const waitingFor = (stage: string) =>
  new RegExp(`^${requestStatus({ ...request, status: 'pending_approval', waitingFor: stage }).sentence}`)
const next = (page: Page) => page.getByRole('button', { name: uiLabels.continue }).click()
const step = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 2 }).waitFor()
/** Checks the status beside the title, which can take long on a busy machine. */
const waitForStatus = (page: Page, text: string | RegExp) => page.locator('main header').getByText(text).waitFor()

async function fillInBasics(page: Page, name: string) {
  await page.getByLabel(wizardLabels.name, { exact: true }).fill(name)
  await page.getByLabel(wizardLabels.purpose).fill('Rehearse the summer campaign of the new checkout with real terminals.')
  await page.getByRole('radio', { name: choice('environment', 'preproduction') }).check()
  await page.getByRole('combobox', { name: wizardLabels.tower }).click()
  await page.getByRole('option', { name: /^Commerce/ }).click()
  await page.getByRole('combobox', { name: wizardLabels.family }).click()
  await page.getByRole('option', { name: /^Checkout/ }).click()
  await page.getByText(nameMessages.free).waitFor()
  await next(page)
  await step(page, stepLabels.platform.title)
}

async function fillIn(page: Page, name: string) {
  await fillInBasics(page, name)
  await page.getByRole('radio', { name: choice('connectivity', 'corporate') }).check()
  await page.getByRole('radio', { name: choice('dataClassification', 'internal') }).check()
  await page.getByRole('radio', { name: choice('criticality', 'tier3') }).check()
  await page.getByRole('checkbox', { name: product.company.catalogue[0]!.name }).check()
  await next(page)
  await step(page, stepLabels.people.title)
  await page.getByRole('combobox', { name: wizardLabels.owners }).fill('Daniel Okoro')
  await page.getByRole('option', { name: /Daniel Okoro/ }).click()
  await page.getByLabel(wizardLabels.budget).fill('800')
  await page.getByRole('button', { name: /^developers/ }).click()
  await page.getByRole('button', { name: /^operators/ }).click()
  await next(page)
  await step(page, stepLabels.review.title)
}

it('passes the catalogue with one Tab, and moves between its items with the arrow keys', async () => {
  const page = await openPage('Priya', '/app/accounts/request?step=platform')
  const items = page.getByRole('group', { name: wizardLabels.services }).getByRole('checkbox')
  await items.nth(1).waitFor()
  await page.getByRole('searchbox', { name: catalogueLabels.search }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => items.nth(0).evaluate((item) => item === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  expect(await items.nth(1).isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  expect(await items.evaluateAll((all) => all.some((item) => item === document.activeElement))).toBe(false)
})

it('splits a pasted list of people, and names addresses without a person', async () => {
  const page = await openPage('Priya', '/app/accounts/request?step=people')
  const [daniel, ewa] = [product.persona('Daniel'), product.company.people.find(({ givenName }) => givenName === 'Ewa')!]
  const owners = page.getByRole('combobox', { name: wizardLabels.owners })
  await owners.waitFor()
  await owners.evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `${daniel.displayName} <${daniel.email}>; ${ewa.email.toUpperCase()}, unknown.person@northgate.example\n${daniel.displayName}`)
  await page.getByText(personPickerLabels.notFound(['unknown.person@northgate.example'])).waitFor()
  for (const { displayName } of [daniel, ewa])
    expect(await page.getByRole('button', { name: uiLabels.remove(displayName) }).count()).toBe(1)
  await page.getByRole('button', { name: uiLabels.remove(ewa.displayName) }).click()
  await page.getByText(personPickerLabels.notFound(['unknown.person@northgate.example'])).waitFor({ state: 'detached' })
})

it('shows that the name is being checked, and stays on a page that was opened meanwhile', async () => {
  const page = await openPage('Priya', '/app/accounts/request')
  const released = Promise.withResolvers<void>()
  const openChecks = new Set<Request>()
  await page.route('**/account-requests/check', async (route) => {
    openChecks.add(route.request())
    await released.promise
    await route.continue()
  })
  // The browser cancels a check when a field changes, and can cancel one when it leaves the page.
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => openChecks.delete(request))
  await page.getByLabel(wizardLabels.name, { exact: true }).fill(attemptName('checkout-slow-check'))
  await page.getByRole('radio', { name: choice('environment', 'preproduction') }).check()
  await page.getByRole('combobox', { name: wizardLabels.tower }).click()
  await page.getByRole('option', { name: /^Commerce/ }).click()
  await page.getByRole('combobox', { name: wizardLabels.family }).click()
  await page.getByRole('option', { name: /^Checkout/ }).click()
  await page.getByLabel(wizardLabels.purpose).fill('Rehearse the winter campaign of the new checkout with real terminals.')
  await next(page)
  await page.locator('button[aria-busy=true]').filter({ hasText: uiLabels.continue }).waitFor()
  expect(openChecks.size).toBeGreaterThan(0)
  await page.getByRole('main').getByRole('link', { name: wizardLabels.accounts, exact: true }).click()
  await page.waitForURL(/\/app\/accounts$/)
  released.resolve()
  await until(() => openChecks.size === 0)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(new URL(page.url()).pathname).toBe('/app/accounts')
})

describe('an account request', () => {
  it('goes from the wizard through both approvals to a created account, with live status for the requester', async () => {
    for (const approver of ['Ravi', 'Margaret']) await emptyInbox(product, approver)
    const name = attemptName('checkout-rehearsal')
    const priya = await openPage('Priya', '/app/accounts/request')
    await fillIn(priya, name)
    const stages = priya.getByRole('list', { name: approvalLabels.approvers })
    expect(await stages.getByRole('listitem').filter({ hasText: 'Family owner' }).first().textContent()).toContain('Ravi Deshmukh')
    expect(await stages.textContent()).toContain('Margaret Llewellyn')
    expect(await stages.textContent()).toContain(approvalLabels.usualWait)
    await submitOf(priya.getByRole('main')).click()
    await waitForStatus(priya, waitingFor('Family owner'))
    const pendingStages = priya.getByRole('list', { name: approvalLabels.stages })
    expect((await pendingStages.textContent())?.split(approvalLabels.usualWait)).toHaveLength(2)
    const id = new URL(priya.url()).pathname.split('/').at(-1)!
    const loads = await countLoads(priya)

    const ravi = await openPage('Ravi', '/app/approvals')
    await ravi.getByRole('heading', { name, level: 2 }).waitFor()
    await ravi.getByRole('button', { name: decisions.approve.label }).click()
    await ravi.getByLabel(decisions.approve.asks).fill('Good luck with the campaign.')
    await ravi.getByRole('button', { name: decisionOn('approve', name) }).click()
    await ravi.getByText(inboxLabels.allDone).waitFor()
    await waitForStatus(priya, waitingFor('Tower lead'))
    await priya.getByText('Good luck with the campaign.').first().waitFor()

    // The operations take long enough that the page shows some steps while others run.
    const { asyncDelayMs } = product.simulator
    product.simulator.asyncDelayMs = 1_500
    const margaret = await openPage('Margaret', '/app/approvals')
    await margaret.getByRole('heading', { name, level: 2 }).waitFor()
    await margaret.getByRole('button', { name: decisions.approve.label }).click()
    await margaret.getByRole('button', { name: decisionOn('approve', name) }).click()

    const steps = priya.getByRole('list', { name: requestLabels.setupSteps(name) }).getByRole('listitem')
    const completedCounts = new Set<number>()
    await until(async () => {
      const texts = await steps.allTextContents()
      const count = texts.filter((text) => text.includes(`, ${uiLabels.stepDone}`)).length
      completedCounts.add(count)
      return texts.length === 11 && count === 11
    })
    product.simulator.asyncDelayMs = asyncDelayMs
    expect([...completedCounts].filter((count) => count > 0 && count < 11).length, 'steps were shown while others ran').toBeGreaterThan(0)
    await waitForStatus(priya, ready)
    expect(await countLoads(priya), 'no reload').toBe(loads)

    const request = await visitAsPriya(id)
    const builtAccount = await readBuiltAccount(product, {
      requestId: id,
      accountId: request.accountId,
      runId: request.run.id,
      reference: request.reference,
      name,
    })
    expect(builtAccount).toMatchObject({
      run: 'succeeded',
      account: 'active',
      isSubscriptionKnown: true,
      subscriptions: ['ng-lz-corp-preprod'],
      groups: [`az-${name}-developers`, `az-${name}-operators`],
      active: [`az-${name}-developers: Contributor`, 'platform: Owner'],
      eligible: [`az-${name}-operators: Owner`],
      peerings: ['Connected', 'Connected'],
      pullRequests: ['merged'],
      configurationItems: 1,
    })
    await priya.getByRole('link', { name: requestLabels.openAccount }).click()
    await priya.getByRole('heading', { name, level: 1 }).waitFor()
  })

  it('keeps the draft after a reload, and shows the server’s errors at their fields', async () => {
    const existingName = attemptName('checkout-taken')
    await submitRequest(existingName)
    const page = await openPage('Priya', '/app/accounts/request')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent)
    await page.getByLabel(wizardLabels.name, { exact: true }).press('Enter')
    await page.getByRole('heading', { name: uiLabels.fieldsNeedAttention(5) }).waitFor()
    await until(async () => (await focused()) === 'name')
    await page.getByLabel(wizardLabels.name, { exact: true }).fill(existingName.toUpperCase())
    await page.getByText(nameMessages.request).waitFor()
    await page.getByLabel(wizardLabels.purpose).fill('Something worth keeping over a reload.')
    await page.getByText(saveStateLabels.saved!).waitFor()
    await page.reload()
    expect(await page.getByLabel(wizardLabels.name, { exact: true }).inputValue()).toBe(existingName.toUpperCase())
    expect(await page.getByLabel(wizardLabels.purpose).inputValue()).toBe('Something worth keeping over a reload.')
    await fillIn(page, attemptName('checkout-soon-taken'))
    await until(async () => (await focused()) === stepLabels.review.title)
    await submitRequest(attemptName('checkout-soon-taken'))
    await submitOf(page.getByRole('main')).click()
    await step(page, stepLabels.basics.title)
    await until(() => page.evaluate(() => document.activeElement?.getAttribute('name') === 'name'))
    await page.getByRole('button', { name: wizardLabels.startOver }).click()
    await submitOf(page.getByRole('dialog')).click()
    await until(async () => (await page.getByLabel(wizardLabels.name, { exact: true }).inputValue()) === '')
  })

  it('copies the details of an existing account', async () => {
    const account = product.company.accounts.find(
      (account) => account.name.startsWith('checkout-') && account.environment === 'production',
    )!
    const page = await openPage('Daniel', `/app/accounts/request`)
    await page.getByRole('combobox', { name: startFromLabels.label }).fill(account.name)
    await page.getByRole('option', { name: account.name }).first().click()
    await page.getByText(startFromLabels.filledIn(account.name)).waitFor()
    expect(await page.getByRole('radio', { name: choice('environment', 'production') }).isChecked()).toBe(true)
    expect(await page.getByRole('combobox', { name: wizardLabels.family }).textContent()).toBe('Checkout')
    await page.getByLabel(wizardLabels.name, { exact: true }).and(page.locator(':focus')).waitFor()
  })

  it('focuses the first field that still needs a value in each step', async () => {
    const page = await openPage('Priya')
    const focused = (field: Locator) => field.and(page.locator(':focus')).waitFor()
    await page.getByRole('main').locator(`a[href="${paths.requestAccount()}"]`).first().click()
    await focused(page.getByRole('combobox', { name: startFromLabels.label }))
    await fillInBasics(page, attemptName('checkout-first-field'))
    await focused(page.getByRole('radio', { name: choice('connectivity', 'corporate') }))
    await page.goBack()
    await step(page, stepLabels.basics.title)
    await focused(page.getByRole('heading', { name: stepLabels.basics.title, level: 2 }))
  })
})

describe('a submitted account request', () => {
  it('is returned for changes, edited and resubmitted', async () => {
    const name = attemptName('checkout-to-change')
    const id = await submitRequest(name)
    const priya = await openPage('Priya', `/app/requests/${id}`)
    const ravi = await openPage('Ravi', '/app/approvals')
    await openInInbox(ravi, name)
    await ravi.keyboard.press('c')
    await ravi.keyboard.press('Control+Enter')
    await ravi.getByText(reasonProblems.requestChanges).waitFor()
    await ravi.keyboard.type('Halve the budget, please.')
    await ravi.keyboard.press('Control+Enter')
    await priya.getByText(approvalLabels.changesRequestedBy('Ravi Deshmukh')).first().waitFor()
    await priya.getByRole('link', { name: requestLabels.edit }).click()
    await priya.getByText(approvalLabels.restartsApproval).waitFor()
    for (const title of [stepLabels.platform.title, stepLabels.people.title]) {
      await next(priya)
      await step(priya, title)
    }
    await priya.getByLabel(wizardLabels.budget).fill('250')
    await next(priya)
    await step(priya, stepLabels.review.title)
    await submitOf(priya.getByRole('main')).click()
    await waitForStatus(priya, waitingFor('Family owner'))
    const request = await visitAsPriya(id)
    expect(request.details.budget.amount).toBe(25_000)
    expect(request.approvals).toHaveLength(2)
  })

  it('can be withdrawn by the requester', async () => {
    const id = await submitRequest(attemptName('checkout-no-more'))
    const page = await openPage('Priya', `/app/requests/${id}`)
    const ravi = await openPage('Ravi', `/app/requests/${id}`)
    const approvalId = (await visitAsPriya(id)).approvals.at(-1).id
    await ravi.getByRole('link', { name: approvalLabels.decide }).click()
    await ravi.waitForURL((url) => url.pathname === '/app/approvals' && url.searchParams.get('id') === approvalId)
    await decide(id, 'Ravi')
    await ravi.goto(page.url())
    await ravi.getByRole('link', { name: approvalLabels.view }).click()
    await ravi.waitForURL((url) => url.pathname === '/app/approvals' && url.searchParams.get('id') === approvalId)
    for (const label of [approvalLabels.decide, approvalLabels.view])
      expect(await page.getByRole('link', { name: label }).count(), label).toBe(0)
    await page.getByRole('button', { name: requestLabels.withdraw }).click()
    await submitOf(page.getByRole('dialog')).click()
    await waitForStatus(page, withdrawn)
    expect((await visitAsPriya(id)).status).toBe('cancelled')
  })

  it('explains why its run failed, and continues after an administrator’s retry', async () => {
    const name = attemptName('checkout-held-up')
    const id = await submitRequest(name)
    product.simulator.faults.add({
      service: 'servicenow',
      method: 'POST',
      count: 1,
      action: { kind: 'status', status: 403, body: { error: { message: 'Insufficient rights', detail: '' }, status: 'failure' } },
    })
    const priya = await openPage('Priya', `/app/requests/${id}`)
    expect((await decide(id, 'Ravi')).status).toBe(200)
    expect((await decide(id, 'Margaret')).status).toBe(200)
    await priya.getByText(requestLabels.failedAt(registerInCmdb.title)).waitFor()
    await priya
      .getByText(describeServiceError('ServiceNow', 403, 'Insufficient rights', undefined))
      .first()
      .waitFor()
    expect(await priya.getByRole('button', { name: runTimelineLabels.retry }).count()).toBe(0)

    const niamh = await openPage('Niamh', '/app/work')
    const row = niamh.getByRole('row').filter({ hasText: name })
    await row.getByText(runStatusLabels.failed).first().waitFor()
    await row.getByRole('button', { name: runLabels.retry(name) }).click()
    await waitForStatus(priya, ready)
    expect((await visitAsPriya(id)).run.status).toBe('succeeded')
  })

  it('shows that Azure denies the budget, here and on the account, until it is set', async () => {
    product.simulator.faults.add({
      service: 'arm',
      method: 'PUT',
      path: '/providers/Microsoft.Consumption/budgets/',
      action: { kind: 'status', status: 401, body: { error: { code: 'RBACAccessDenied', message: 'No.' } } },
    })
    const id = await submitRequest(attemptName('checkout-no-budget'))
    await decide(id, 'Ravi')
    await decide(id, 'Margaret')
    const priya = await openPage('Priya', `/app/requests/${id}`)
    await waitForStatus(priya, budgetSentences.pending)
    await priya.getByText(budgetLabels.noActionPending).waitFor()
    const home = await openPage('Priya', '/app')
    await home.getByText(budgetSentences.pending).waitFor()
    await home.getByText(budgetLabels.pending, { exact: true }).waitFor()
    const { accountId, approvals } = await visitAsPriya(id)
    const margaret = await openPage('Margaret', `/app/approvals?show=all&id=${approvals.at(-1).id}`)
    await margaret.getByRole('article').getByText(budgetSentences.pending).waitFor()
    const daniel = await openPage('Daniel', `/app/accounts/${accountId}`)
    const niamh = await openPage('Niamh', `/app/accounts/${accountId}`)
    const pendingTexts = (page: Page) => page.getByText(budgetLabels.pending, { exact: true })
    for (const page of [daniel, niamh]) await expect.poll(() => pendingTexts(page).count(), { timeout: 15_000 }).toBe(2)
    expect(await daniel.getByRole('link', { name: budgetLabels.viewRun }).count()).toBe(0)
    for (const page of [daniel, priya, margaret]) expect(await page.getByText('RBACAccessDenied', { exact: false }).count()).toBe(0)
    await niamh.getByRole('link', { name: budgetLabels.viewRun }).click()
    await niamh.getByText('401 RBACAccessDenied', { exact: false }).waitFor()
    product.simulator.faults.clear()
    await niamh.getByRole('main').getByRole('button', { name: runTimelineLabels.retry, exact: true }).click()
    for (const page of [daniel, priya, home]) await expect.poll(() => pendingTexts(page).count(), { timeout: 15_000 }).toBe(0)
  })

  it('continues when an administrator skips a step with a reason', async () => {
    const name = attemptName('checkout-by-hand')
    const id = await submitRequest(name)
    product.simulator.faults.add({
      service: 'servicenow',
      method: 'POST',
      action: { kind: 'status', status: 403, body: { error: { message: 'Insufficient rights', detail: '' }, status: 'failure' } },
    })
    await decide(id, 'Ravi')
    await decide(id, 'Margaret')
    const niamh = await openPage('Niamh', `/app/requests/${id}`)
    await niamh.getByRole('button', { name: runTimelineLabels.skip }).click()
    await submitOf(niamh.getByRole('main')).click()
    await niamh.getByText(reasonField.tooShort(10)).waitFor()
    await niamh.keyboard.type('Registered by hand as CI0042.')
    await submitOf(niamh.getByRole('main')).click()
    await waitForStatus(niamh, ready)
    await niamh.getByText(runTimelineLabels.skipped('Registered by hand as CI0042.')).waitFor()
  })
})

describe('the inbox', () => {
  it('can be used with only the keyboard', async () => {
    await emptyInbox(product, 'Ravi')
    const [firstName, secondName] = [attemptName('checkout-keys-one'), attemptName('checkout-keys-two')]
    const [firstId, secondId] = [await submitRequest(firstName), await submitRequest(secondName)]
    const page = await openPage('Ravi', '/app/approvals')
    await openInInbox(page, firstName)
    await page.keyboard.press('j')
    await page.getByRole('heading', { name: secondName, level: 2 }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: firstName, level: 2 }).waitFor()
    await page.getByRole('button', { name: decisions.approve.label }).waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: secondName, level: 2 }).waitFor()
    expect((await visitAsPriya(firstId)).waitingFor).toBe('Tower lead')
    await page.getByRole('button', { name: decisions.reject.label }).waitFor()
    await page.keyboard.press('r')
    await page.keyboard.type('We retire this checkout in autumn.')
    await page.keyboard.press('Control+Enter')
    // Until the response has arrived, keyboard shortcuts apply to the text that was sent.
    await page.getByText(inboxLabels.allDone).waitFor()
    expect((await visitAsPriya(secondId)).status).toBe('rejected')
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText(decisions.requestChanges.label).waitFor()
  })

  it('decides several similar requests together, and shows each result', async () => {
    await emptyInbox(product, 'Ravi')
    const names = [attemptName('checkout-alike-one'), attemptName('checkout-alike-two')] as const
    const [firstId, secondId] = [await submitRequest(names[0]), await submitRequest(names[1])]
    const page = await openPage('Ravi', '/app/approvals')
    await openInInbox(page, names[0])
    // A decision before the response must not apply to a single approval.
    const requestReceived = Promise.withResolvers<void>()
    await page.route('**/alike', async (route) => {
      await requestReceived.promise
      await route.continue()
    })
    await page.getByRole('button', { name: inboxLabels.selectSimilar }).click()
    await page.getByRole('heading', { name: inboxLabels.findingSimilar }).waitFor()
    await page.keyboard.press('a')
    expect(await page.getByRole('button', { name: decisions.approve.label }).count()).toBe(0)
    requestReceived.resolve()
    await page.getByRole('checkbox', { name: inboxLabels.select(names[1]), checked: true }).waitFor()
    await page.getByRole('button', { name: decisions.approve.label }).click()
    const confirm = page.getByRole('button', { name: decisionOn('approve', count(2, 'request')) })
    await confirm.waitFor()
    await page.route('**/account-approvals/inbox**', (route) => route.abort())
    const secondApproval = (await product.as(product.persona('Ravi').id).get(`/account-requests/${secondId}`)).body.approvals[0]
    const otherApprover = secondApproval.stages[0].approvers.find((person: { id: string }) => person.id !== product.persona('Ravi').id)
    await product.as(otherApprover.id).post(`/account-approvals/${secondApproval.id}`, { decision: 'approve', stage: 1 })
    await confirm.click()
    await page.getByText(inboxLabels.nextStage('Tower lead')).waitFor()
    await page.getByText(stageDecided).waitFor()
    await page.getByRole('button', { name: inboxLabels.done }).click()
    expect((await visitAsPriya(firstId)).waitingFor).toBe('Tower lead')
  })

  it('explains that a request is no longer pending', async () => {
    const name = attemptName('checkout-raced')
    const id = await submitRequest(name)
    const page = await openPage('Ravi', '/app/approvals')
    await openInInbox(page, name)
    await page.keyboard.press('r')
    await page.keyboard.type('Not now.')
    // The page must not get the change event of the withdrawal, because it would then remove the decision before the call.
    await page.route('**/events', (route) => route.abort())
    await page.context().setOffline(true)
    const requester = product.as(product.persona('Priya').id)
    expect((await requester.post(`/account-requests/${id}/withdraw`)).status).toBe(200)
    await page.context().setOffline(false)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: closedMessages.cancelled }).waitFor()
    await page.getByText(inboxLabels.goneTitle).waitFor()
    expect(await page.getByRole('button', { name: decisions.approve.label }).getAttribute('aria-disabled')).toBe('true')
  })

  it('shows the list, then the details, on a narrow screen', async () => {
    const name = attemptName('checkout-narrow')
    await submitRequest(name)
    const { page } = await product.visitAs('Ravi', '/app/approvals', { viewport: { width: 390, height: 800 } })
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { name, level: 2 }).waitFor()
    expect(await page.getByRole('list', { name: inboxLabels.list }).isVisible()).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('link', { name: inboxLabels.all }).last().click()
    await page.getByRole('list', { name: inboxLabels.list }).waitFor()
  })
})

async function openInInbox(page: Page, name: string) {
  await page.getByRole('list', { name: inboxLabels.list }).getByRole('link', { name }).click()
  await page.getByRole('heading', { name, level: 2 }).waitFor()
}

async function countLoads(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByType('navigation').length + performance.timeOrigin)
}
