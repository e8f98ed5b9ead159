import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxTemplates } from '../../sample/sandboxTemplates.ts'
import { seed } from '../../sample/seed.ts'
import { evaluateApprovalRule } from '../../server/features/sandboxes/requests/approvalRule.ts'
import { nameTaken } from '../../server/features/sandboxes/requests/checkDetails.ts'
import { makeSandbox } from '../../server/features/sandboxes/sandboxes/sandboxes.fixture.ts'
import { decisionOn, inboxLabels } from '../../web/features/approvals/inbox/labels.ts'
import { extensionLabels } from '../../web/features/sandboxes/sandboxes/extensionLabels.ts'
import { capacityLabels, describeApproval, describeSpan, meterLabels } from '../../web/features/sandboxes/sandboxes/labels.ts'
import { requestFormLabels, requestPageLabels } from '../../web/features/sandboxes/sandboxes/pageLabels.ts'
import { paths } from '../../web/paths.ts'
import { approvalLabels } from '../../web/shared/approvalLabels.ts'
import { durationLabel, spanFieldLabels } from '../../web/shared/formLabels.ts'
import { describeRequestStatus } from '../../web/shared/requestStatus.ts'
import { requestTableLabels } from '../../web/shared/requestTableLabels.ts'
import { count } from '../../web/shared/waits.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct, type Visit } from './product.ts'

let product: Product
let priya: Visit | undefined
beforeAll(async () => {
  product = await startProduct()
  await seed(product.databaseUrl, { issuer: product.context.config.oidc.issuer, company: product.company, demonstration: true })
})
afterAll(() => product?.close())

const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const panel = (page: Page, name: string) => page.getByRole('region', { name })
const waitingForManager = describeRequestStatus(
  { status: 'pending_approval', waitingFor: 'Manager', requester: { id: '', displayName: '' } },
  {},
  () => ({ tone: 'ok', sentence: '' }),
).sentence
const towerOf = async (code = 'COMM') =>
  (await product.db.selectFrom('towers').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
const templateOf = async (name: string) =>
  (await product.db.selectFrom('sandbox_templates').selectAll().where('name', '=', name).executeTakeFirstOrThrow()).id

async function submitRequest(personaName: string, template: string, name: string, overrides: object = {}): Promise<string> {
  const person = product.persona(personaName)
  const response = await product.as(person.id).post('/sandbox-requests/new', {
    templateId: await templateOf(template),
    name,
    justification: 'For the course on the new checkout in December.',
    towerId: await towerOf(),
    region: 'uksouth',
    hours: 48,
    budget: 9_000,
    ownerIds: [person.id],
    members: [],
    ...overrides,
  })
  expect(response.status).toBe(201)
  return response.body.id
}

it('creates an automatically approved sandbox from the gallery by keyboard', async () => {
  const named = nameOfAttempt('basket-lab')
  const { page, browserErrors } = await product.visitAs('Priya', '/app/sandboxes')
  const offers = page.getByRole('list', { name: requestFormLabels.templates })
  const { approval } = sandboxTemplates.web
  const currency = 'GBP'
  await offers.getByText(describeApproval(approval, currency)).first().waitFor()
  await offers.getByRole('link', { name: `${requestFormLabels.request} Web app playground` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: requestFormLabels.title }).waitFor()
  await waitForText(page, requestFormLabels.noApproval)
  const name = page.getByLabel(requestFormLabels.name, { exact: true })
  await name.and(page.locator(':focus')).waitFor()
  await page.keyboard.type(nameOfAttempt('Basket Lab'))
  await page.keyboard.press('Tab')
  await page.keyboard.type('To see whether a recommender sells more bread.')
  await waitForText(page, requestFormLabels.draftSaved)
  await page.reload()
  expect(await name.inputValue()).toBe(named)

  await page.getByRole('button', { name: '£200' }).click()
  await panel(page, requestFormLabels.approval).getByText('Ravi Deshmukh').waitFor()
  const { reasons } = evaluateApprovalRule(approval, { budget: 20_000, currency, hours: 168, overruns: 0 })
  await waitForText(page, reasons[0]!)
  await page.getByRole('button', { name: '£25' }).click()
  await waitForText(page, requestFormLabels.noApproval)
  await name.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: named, exact: true }).waitFor()
  await panel(page, requestPageLabels.automatic).waitFor()
  await waitForText(page, requestPageLabels.ready(named))
  await page.getByRole('link', { name: requestPageLabels.open }).click()
  await page.waitForURL(/\/app\/sandboxes\/[0-9a-f-]{36}$/)
  const row = await product.db.selectFrom('sandboxes').selectAll().where('name', '=', named).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ budget_limit: 2_500, lease_hours: 168 })
  expect(browserErrors).toEqual([])
})

it('chooses the only template, but not for a link to a disabled one', async () => {
  const disabled = await product.db
    .updateTable('sandbox_templates')
    .set({ enabled: false })
    .where('name', '<>', 'Web app playground')
    .where('enabled', '=', true)
    .returning('id')
    .execute()
  try {
    const { page, browserErrors } = await product.visitAs('Daniel', paths.requestSandbox(disabled[0]!.id))
    await page.getByRole('radio').first().waitFor()
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    await page.goto(product.url + paths.requestSandbox())
    await page.getByLabel(requestFormLabels.name, { exact: true }).waitFor()
    expect(browserErrors).toEqual([])
  } finally {
    const ids = disabled.map(({ id }) => id)
    await product.db.updateTable('sandbox_templates').set({ enabled: true }).where('id', 'in', ids).execute()
  }
})

it('shows errors next to their fields, and the position in the queue', async () => {
  const { page, browserErrors } = await product.visitAs('Priya', '/app/sandboxes/request')
  await page.getByRole('button', { name: requestFormLabels.send }).click()
  await page.getByRole('button', { name: requestFormLabels.noTemplate }).waitFor()
  const checked = page.waitForResponse((response) => response.url().endsWith('/sandbox-requests/check'))
  await page.getByRole('radio', { name: /^Clean subscription/ }).check()
  await page.getByLabel(requestFormLabels.name, { exact: true }).and(page.locator(':focus')).waitFor()
  const { queue } = await (await checked).json()
  await panel(page, requestFormLabels.availability).getByText(capacityLabels.queued(queue.position)).waitFor()
  await page.getByLabel(requestFormLabels.name, { exact: true }).fill('payments-sandbox')
  await waitForText(page, nameTaken.sandbox)
  await page.getByLabel(requestFormLabels.purpose).fill('short')
  const duration = page.getByRole('textbox', { name: durationLabel })
  await duration.fill('9000')
  await page.getByRole('button', { name: requestFormLabels.send }).click()
  await until(async () => (await duration.getAttribute('aria-invalid')) === 'true')
  expect(await duration.inputValue()).toBe('9000')
  const rechecked = page.waitForResponse((response) => response.url().endsWith('/sandbox-requests/check'))
  await duration.fill('1')
  await rechecked
  await waitForText(page, nameTaken.sandbox)
  await page.getByRole('button', { name: requestFormLabels.send }).click()
  await page.getByRole('heading', { name: uiLabels.fieldsNeedAttention(2) }).waitFor()
  await waitForText(page, requestFormLabels.shortPurpose)
  expect(browserErrors).toEqual([])
})

it('lets a reviewer read the evidence and approve several similar requests together', async () => {
  // Sandboxes of an earlier attempt count towards the limit per person.
  await product.db.updateTable('sandbox_templates').set({ max_per_person: 10 }).where('name', '=', 'VM lab').execute()
  const name = nameOfAttempt('checkout-course-a')
  const ids = [await submitRequest('Priya', 'VM lab', name), await submitRequest('Priya', 'VM lab', nameOfAttempt('checkout-course-b'))]
  const { page, browserErrors } = await product.visitAs('Ravi', '/app/approvals')
  await page.getByRole('link', { name }).click()
  await waitForText(page, inboxLabels.costAndCapacity)
  await waitForText(page, inboxLabels.sandboxesOf('Priya'))
  await page.getByRole('main').getByText('checkout-latency').first().waitFor()
  await page.getByRole('button', { name: inboxLabels.selectSimilar }).click()
  await page.getByRole('heading', { name: inboxLabels.decideOn(2) }).waitFor()
  await page.keyboard.press('a')
  await page.getByRole('button', { name: decisionOn('approve', count(2, 'request')) }).click()
  await page.getByRole('button', { name: inboxLabels.done }).waitFor()
  const rows = await product.db.selectFrom('sandbox_requests').select(['status', 'automatic']).where('id', 'in', ids).execute()
  expect(rows).toEqual([
    { status: 'approved', automatic: false },
    { status: 'approved', automatic: false },
  ])

  const priya = await product.visitAs('Priya', `/app/sandboxes/requests/${ids[0]}`)
  await priya.page.getByText('Ravi Deshmukh').first().waitFor()
  await waitForText(priya.page, requestPageLabels.ready(name))
  expect([...browserErrors, ...priya.browserErrors]).toEqual([])
})

it('returns a request for changes, and sends it again', async () => {
  const name = nameOfAttempt('pricing-course')
  const id = await submitRequest('Priya', 'Kubernetes try-out', name, { budget: 13_000 })
  const ravi = product.as(product.persona('Ravi').id)
  const response = await ravi.post(`/sandbox-requests/${id}/review`, {
    decision: 'requestChanges',
    stage: 1,
    comment: 'Two days are enough.',
  })
  expect(response.status).toBe(200)
  const { page, browserErrors } = await product.visitAs('Priya')
  await page.getByRole('link', { name: new RegExp(`^Edit ${name}(?!-)`) }).click()
  await waitForText(page, 'Two days are enough.')
  await page.getByRole('link', { name: requestPageLabels.resubmit }).click()
  await page.getByRole('button', { name: requestFormLabels.resubmit }).waitFor()
  await page.getByRole('main').getByText('Two days are enough.').waitFor()
  await page.getByRole('button', { name: describeSpan(24), exact: true }).click()
  await page.getByRole('button', { name: requestFormLabels.resubmit }).click()
  await waitForText(page, waitingForManager)
  await waitForText(page, describeSpan(24))
  await page.getByRole('button', { name: requestPageLabels.withdraw }).click()
  await page.getByRole('dialog').getByRole('button', { name: requestPageLabels.withdraw }).click()
  await waitForText(page, requestPageLabels.withdrawn)
  expect(browserErrors).toEqual([])
})

it('changes a requested extension on the request’s page', async () => {
  const { id } = await product.db.selectFrom('sandboxes').select('id').where('name', '=', 'till-vision-poc').executeTakeFirstOrThrow()
  const extensionBody = { hours: 24, budget: 5_000, justification: 'The cameras arrive a week later than we were told.' }
  const priya = product.as(product.persona('Priya').id)
  const pendingRequest = product.db
    .selectFrom('sandbox_requests')
    .select('id')
    .where('sandbox_id', '=', id)
    .where('status', '=', 'pending_approval')
  for (const request of await pendingRequest.execute()) await priya.post(`/sandbox-requests/${request.id}/withdraw`)
  const response = await priya.post(`/sandboxes/${id}/extend`, extensionBody)
  expect(response.body).toMatchObject({ kind: 'extension', status: 'pending_approval' })
  const { page, browserErrors } = await product.visitAs('Priya', `/app/sandboxes/requests/${response.body.id}`)
  await page.getByRole('heading', { name: requestPageLabels.extensionOf('till-vision-poc') }).waitFor()
  await page.getByRole('button', { name: requestPageLabels.edit }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: spanFieldLabels.unit(extensionLabels.hours) }).click()
  await page.getByRole('option', { name: spanFieldLabels.hours }).click()
  await form.getByRole('textbox', { name: extensionLabels.hours }).fill('12')
  await page.getByRole('dialog').getByRole('button', { name: requestFormLabels.resubmit }).click()
  await panel(page, requestPageLabels.details).getByText(describeSpan(12)).waitFor()
  await panel(page, approvalLabels.approvers).getByText('Ravi Deshmukh').waitFor()
  expect(browserErrors).toEqual([])
})

it.each(['/sandboxes/requests', '/requests'])('keeps the typed text while the list updates: %s', async (address) => {
  priya ??= await product.visitAs('Priya')
  const { page } = priya
  await page.goto(`${product.url}/app${address}`)
  const box = page.getByRole('searchbox', { name: requestTableLabels.search })
  await box.fill('no such')
  await page.waitForURL(/q=no[+%]/)
  await page.keyboard.type(' request')
  await page.waitForURL(/q=no.*such.*request/)
  expect(await box.inputValue()).toBe('no such request')
  await page.getByRole('button', { name: requestTableLabels.all }).click()
  await until(async () => (await box.inputValue()) === '')
})

it('shows the used part of the time and of the budget in the same direction', async () => {
  const day = 86_400_000
  const name = nameOfAttempt('tills-used')
  const ownerId = product.persona('Ewa').id
  await makeSandbox(product.db, {
    ...{ name, owners: [ownerId], requester_id: ownerId, spent: 4_000, budget_limit: 5_000 },
    ...{ lease_start: new Date(Date.now() - 8 * day), lease_end: new Date(Date.now() + 2 * day) },
  })
  const { page, browserErrors } = await product.visitAs('Ewa', '/app/sandboxes/mine')
  const card = page.getByRole('article').filter({ hasText: name })
  for (const label of Object.values(meterLabels)) {
    const meter = card.getByRole('meter', { name: label })
    const [value, max] = [Number(await meter.getAttribute('aria-valuenow')), Number(await meter.getAttribute('aria-valuemax'))]
    expect(value / max, label).toBeCloseTo(0.8, 2)
  }
  expect(browserErrors).toEqual([])
})

it.each([
  ['/sandboxes', 'light', 1440],
  ['/sandboxes/mine', 'dark', 390],
  ['/sandboxes/all', 'light', 390],
  ['/sandboxes/requests', 'dark', 1440],
  ['/sandboxes/request', 'dark', 390],
] as const)('has no accessibility violations or sideways scrolling: %s %s %d', async (address, colorScheme, width) => {
  priya ??= await product.visitAs('Priya')
  expect(await violationsAt(priya.page, `${product.url}/app${address}`, colorScheme, width)).toEqual([])
  expect(priya.browserErrors).toEqual([])
})
