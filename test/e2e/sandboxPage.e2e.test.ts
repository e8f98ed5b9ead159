import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../../sample/seed.ts'
import { makeSandbox } from '../../server/features/sandboxes/sandboxes/sandboxes.fixture.ts'
import { addSampleSandboxes } from '../../simulator/sampleSandboxes.ts'
import { deadlineLabels } from '../../web/features/sandboxes/sandboxes/extensionDeadline.ts'
import { extensionLabels } from '../../web/features/sandboxes/sandboxes/extensionLabels.ts'
import { describeSpan } from '../../web/features/sandboxes/sandboxes/labels.ts'
import { sandboxPageLabels } from '../../web/features/sandboxes/sandboxes/page/sandboxPageLabels.ts'
import { statusTitles } from '../../web/features/sandboxes/sandboxes/page/statusTitles.ts'
import { requestFormLabels } from '../../web/features/sandboxes/sandboxes/pageLabels.ts'
import { cancelLabel, reasonField, spanFieldLabels } from '../../web/shared/formLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { previousAttempts } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
  addSampleSandboxes(product.simulator)
  await seed(product.databaseUrl, { issuer: product.context.config.oidc.issuer, company: product.company, demonstration: true })
})
afterAll(() => product?.close())

const idOf = async (name: string) =>
  (await product.db.selectFrom('sandboxes').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const rowOf = (id: string) => product.db.selectFrom('sandboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const addressOf = async (name: string, tab?: string) => `${product.url}/app/sandboxes/${await idOf(name)}${tab ? `?tab=${tab}` : ''}`

it('shows each status with its next steps', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/')
  const states: [name: string, title: string | RegExp][] = [
    ['loyalty-llm', statusTitles.noBudget],
    ['returns-chatbot', statusTitles.leaseEnded],
    ['old-network-lab', statusTitles.removalFailed],
    ['payroll-calc', statusTitles.setupFailed],
    ['fabric-evaluation', statusTitles.queued],
    ['gift-finder', statusTitles.deleted],
  ]
  for (const [name, title] of states) {
    await page.goto(await addressOf(name))
    await page.getByRole('heading', { name: title, level: 2 }).waitFor()
  }
  expect(browserErrors).toEqual([])
})

it('offers the way back from a deletion on each tab', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/')
  for (const tab of [undefined, 'people', 'resources', 'activity']) {
    await page.goto(await addressOf('returns-chatbot', tab))
    await page.getByRole('button', { name: sandboxPageLabels.restore }).waitFor()
  }
  expect(browserErrors).toEqual([])
})

it('has no accessibility violations in light and dark, wide and narrow', async () => {
  const { page, browserErrors } = await product.visitAs('Priya', '/app/')
  expect(await violationsAt(page, await addressOf('till-vision-poc'), 'light', 1440)).toEqual([])
  expect(await violationsAt(page, await addressOf('checkout-latency', 'people'), 'dark', 390)).toEqual([])
  expect(await violationsAt(page, await addressOf('route-planner'), 'dark', 1440)).toEqual([])
  expect(await violationsAt(page, await addressOf('till-vision-poc', 'activity'), 'light', 390)).toEqual([])
  expect(browserErrors).toEqual([])
})

it('suggests a budget that covers the expected spend, and shows an outcome only for what the fields contain', async () => {
  const now = new Date()
  const lease = { lease_start: now, lease_end: new Date(now.getTime() + 60 * 3_600_000) }
  const spend = { spent: 4_500, hourly_rate: 100_000_000, spend_at: now }
  const owners = [product.persona('Priya').id]
  const id = await makeSandbox(product.db, {
    name: 'kiosk-heat-map',
    owners,
    terms: { approval: { mode: 'required' } },
    ...lease,
    ...spend,
  })
  const { page, browserErrors } = await product.visitAs('Priya', `/app/sandboxes/${id}`)
  await page.getByText(deadlineLabels.freezes).first().waitFor()
  await page.getByRole('button', { name: sandboxPageLabels.moreBudget }).click()
  const dialog = page.getByRole('dialog', { name: extensionLabels.of('kiosk-heat-map') })
  const outcome = dialog.getByRole('region', { name: extensionLabels.outcome })
  await outcome.getByText(extensionLabels.left).waitFor()
  // The spend is expected to be £177 at the end of the extended lease, and the limit is £50.
  expect(await dialog.getByRole('textbox', { name: extensionLabels.budget }).inputValue()).toBe('£130.00')
  await outcome.getByText(deadlineLabels.atFreeze).waitFor()
  const hours = dialog.getByRole('textbox', { name: extensionLabels.hours })
  await hours.fill('9')
  await dialog.getByText(spanFieldLabels.enterDuration(0, 72)).first().waitFor()
  await outcome.getByText(extensionLabels.noOutcome).waitFor()
  expect(await outcome.getByText(extensionLabels.newEnd).count()).toBe(0)
  expect(await dialog.getByRole('button', { name: requestFormLabels.send }).getAttribute('aria-disabled')).toBe('true')
  await hours.fill('1')
  await outcome.getByText(describeSpan(24 + (await rowOf(id)).lease_hours)).waitFor()
  await hours.fill('2')
  await outcome.getByText(describeSpan(48 + (await rowOf(id)).lease_hours)).waitFor()
  expect(browserErrors).toEqual([])
})

it('shows the spend as text, per point with the arrow keys, and in a table', async () => {
  const { page } = await product.visitAs('Priya', `/app/sandboxes/${await idOf('till-vision-poc')}`)
  const spend = page.getByRole('region', { name: sandboxPageLabels.spend })
  const { forecast } = (await product.as(product.persona('Priya').id).get(`/sandboxes/${await idOf('till-vision-poc')}/spend`)).body
  await spend.getByText(forecast.summary).waitFor()
  await spend.getByRole('button', { name: sandboxPageLabels.spendOverTime }).focus()
  await page.keyboard.press('ArrowLeft')
  await spend.getByText(new RegExp(`^${sandboxPageLabels.spentBy('£\\d+\\.\\d\\d', '.*', false)}$`)).waitFor()
  const rows = spend.getByRole('table', { name: sandboxPageLabels.spendByDay }).getByRole('row')
  expect(await rows.count()).toBeGreaterThan(4)
})

it('invites all of the pasted email addresses or none, and removes a member', async () => {
  const name = 'checkout-latency'
  const { page, browserErrors } = await product.visitAs('Priya', `/app/sandboxes/${await idOf(name)}?tab=people`)
  const people = page.getByRole('list', { name: sandboxPageLabels.peopleIn(name) })
  await people.getByText('Priya Raman').waitFor()
  await page.getByRole('button', { name: sandboxPageLabels.invite }).first().click()
  const dialog = page.getByRole('dialog', { name: sandboxPageLabels.invitePeopleTo(name) })
  const pasteField = dialog.getByRole('textbox', { name: sandboxPageLabels.pasteAddresses })
  await pasteField.fill('Ewa Kowalczyk <ewa.kowalczyk@northgate.example>; nobody@northgate.example')
  await pasteField.blur()
  await dialog.getByText(sandboxPageLabels.notAccepted(1)).waitFor()
  await dialog.getByRole('button', { name: uiLabels.remove('Ewa Kowalczyk') }).waitFor()
  await pasteField.fill('')
  await dialog.getByRole('button', { name: sandboxPageLabels.invite }).click()
  await page.getByText(sandboxPageLabels.invited('Ewa Kowalczyk')).first().waitFor()
  await people.getByText('Ewa Kowalczyk').waitFor()
  const ewaAssignments = product.db.selectFrom('group_assignments').select('status').where('person_id', '=', product.persona('Ewa').id)
  await until(async () => (await ewaAssignments.execute()).every(({ status }) => status !== 'granting'))

  await page.getByRole('button', { name: sandboxPageLabels.invite }).first().click()
  await pasteField.fill('ewa.kowalczyk@northgate.example samuel.antwi@northgate.example')
  await pasteField.blur()
  await dialog.getByRole('button', { name: sandboxPageLabels.inviteMany(2) }).click()
  await dialog.getByText(sandboxPageLabels.notInvited).waitFor()
  await dialog.getByText(/^Ewa Kowalczyk:/).waitFor()
  await dialog.getByRole('button', { name: cancelLabel }).click()
  await page.getByRole('alertdialog', { name: uiLabels.discardTitle }).getByRole('button', { name: uiLabels.discard }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await people.getByText('Samuel Antwi').count()).toBe(0)

  await people.getByRole('button', { name: sandboxPageLabels.moreFor('Ewa Kowalczyk', 'member') }).click()
  await page.getByRole('menuitem', { name: sandboxPageLabels.remove }).click()
  await page.getByRole('dialog').getByRole('button', { name: sandboxPageLabels.remove }).click()
  await people.getByText('Ewa Kowalczyk').waitFor({ state: 'detached' })
  expect(browserErrors).toEqual([])
})

it('lets a person request access, and an owner decide on the page', async () => {
  const name = 'basket-events'
  // A retry needs another person, because the earlier person is a member already.
  const person = product.persona(['Tomasz', 'Samuel', 'Ewa'][previousAttempts()]!)
  const requesterVisit = await product.visitAs(person.givenName, `/app/sandboxes/${await idOf(name)}`)
  await requesterVisit.page.getByText(sandboxPageLabels.membersOnly).waitFor()
  await requesterVisit.page.getByRole('button', { name: sandboxPageLabels.request }).first().click()
  const dialog = requesterVisit.page.getByRole('dialog', { name: sandboxPageLabels.requestAccessTo(name) })
  await dialog.getByText(sandboxPageLabels.approvers(['Daniel Okoro', 'Ravi Deshmukh'])).waitFor()
  await dialog.getByRole('textbox', { name: reasonField.label }).fill('To look at prices in the replayed baskets.')
  await dialog.getByRole('button', { name: sandboxPageLabels.sendRequest }).click()
  await dialog.waitFor({ state: 'hidden' })

  const owner = await product.visitAs('Daniel', `/app/sandboxes/${await idOf(name)}?tab=people`)
  const asks = owner.page.getByRole('region', { name: sandboxPageLabels.accessRequests(1) })
  await asks.getByText('“To look at prices in the replayed baskets.”').waitFor()
  await asks.getByRole('button', { name: sandboxPageLabels.approve }).click()
  await asks.waitFor({ state: 'detached' })
  await owner.page
    .getByRole('list', { name: sandboxPageLabels.peopleIn(name) })
    .getByText(person.displayName)
    .waitFor()
  expect([...requesterVisit.browserErrors, ...owner.browserErrors]).toEqual([])
})
