import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notOnCall } from '../../server/features/access/emergency/notOnCall.ts'
import { accountOf } from '../../server/features/accounts/groups/groups.fixture.ts'
import { emergencyLabels, shortestEmergencyReason, shortestReport } from '../../web/features/access/emergency/emergencyLabels.ts'
import { describeMinutes } from '../../web/features/access/pim/labels.ts'
import { accountActionLabels } from '../../web/features/accounts/accounts/labels.ts'
import { operationLabels } from '../../web/features/platform/session/operationLabels.ts'
import { formProblemLabels, reasonField } from '../../web/shared/formLabels.ts'
import { until } from '../until.ts'
import { type Product, startProduct } from './product.ts'
import { repeatSignIn } from './repeatSignIn.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const account = () => accountOf(product, 2)
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const emergency = () => product.db.selectFrom('emergency_accesses').selectAll().where('account_id', '=', account().id)
const reason = 'Baskets answer nobody since ten; I restart the node pool by hand.'
const report = 'The node pool had run out of addresses. I made it larger and restarted the baskets; the template is next.'

async function holdsRole(): Promise<boolean> {
  const { id } = product.persona('Priya')
  const roleAssignments = await product.context.clients.arm.listTemporaryRolesOf(`/subscriptions/${account().subscriptionId}`, id)
  return roleAssignments.some(({ properties }) => properties.principalId === id)
}

it('grants emergency access after a step-up sign-in, and closes it after the report and its review', async () => {
  const [priya, daniel] = await Promise.all([
    product.visitAs('Priya', `/app/accounts/${account().id}`, { strong: false }),
    product.visitAs('Daniel', `/app/accounts/${account().id}`, { strong: false }),
  ])
  const { page } = priya
  await page.getByRole('button', { name: accountActionLabels.more }).click()
  await page.getByRole('menuitem', { name: accountActionLabels.emergency }).click()
  const form = dialog(page)
  await form.getByText(formProblemLabels.confirmNext).waitFor()
  const colorOf = (name: string) => form.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor)
  const dangerColor = await colorOf(emergencyLabels.start)
  await form.getByRole('button', { name: emergencyLabels.start }).click()
  await form.getByText(emergencyLabels.reasonTooShort(shortestEmergencyReason)).waitFor()
  await form.getByLabel(reasonField.label).fill(reason)
  await form.locator('[name=typed]').fill(account().name)
  await page.keyboard.press('Enter')

  await form.getByRole('button', { name: formProblemLabels.confirm }).click()
  await repeatSignIn(page, 'Priya Raman')
  await page.waitForURL((address) => address.pathname === `/app/accounts/${account().id}`)
  await form.getByText(reason).waitFor()
  await form.getByText(emergencyLabels.access('Contributor', account().name, describeMinutes(30))).waitFor()
  expect(await colorOf(operationLabels.startEmergencyAccess.verb)).toBe(dangerColor)
  expect(await emergency().execute()).toEqual([])
  await form.getByRole('button', { name: operationLabels.startEmergencyAccess.verb }).click()
  await form.waitFor({ state: 'detached' })
  for (const each of [page, daniel.page]) await each.getByText(emergencyLabels.active('Priya Raman', 'Contributor')).waitFor()
  expect(await holdsRole()).toBe(true)

  await page.getByRole('link', { name: emergencyLabels.view }).click()
  await page.getByRole('button', { name: emergencyLabels.end }).click()
  await form.getByRole('button', { name: emergencyLabels.end }).click()
  await page.getByRole('button', { name: emergencyLabels.write }).click()
  expect(await holdsRole()).toBe(false)
  await form.getByLabel(emergencyLabels.report).fill('Restarted it.')
  await form.getByRole('button', { name: emergencyLabels.submit }).click()
  await form.getByText(emergencyLabels.reportTooShort(shortestReport)).waitFor()
  await form.getByLabel(emergencyLabels.report).fill(report)
  await form.getByRole('button', { name: emergencyLabels.submit }).click()
  await form.waitFor({ state: 'detached' })
  const review = page.getByRole('button', { name: emergencyLabels.review })
  await until(async () => (await review.getAttribute('aria-disabled')) === 'true')

  await daniel.page.goto(`${product.url}/app/access/emergency`)
  await daniel.page.getByRole('button', { name: emergencyLabels.review }).click()
  await dialog(daniel.page).getByText(report).waitFor()
  await dialog(daniel.page).getByRole('button', { name: emergencyLabels.accept }).click()
  await page.getByText(emergencyLabels.reviewedBy).waitFor()
  await until(async () => (await emergency().executeTakeFirstOrThrow()).status === 'closed')
  expect(await product.context.clients.servicenow.findTicket((await emergency().executeTakeFirstOrThrow()).incident_number!)).toMatchObject(
    { state: '7' },
  )
  expect([...priya.browserErrors, ...daniel.browserErrors]).toEqual([])
})

it('shows other people why they can’t use emergency access', async () => {
  const { page, browserErrors } = await product.visitAs('Tomasz', `/app/accounts/${account().id}`)
  await page.getByRole('button', { name: accountActionLabels.more }).click()
  const item = page.getByRole('menuitem', { name: accountActionLabels.emergency })
  expect(await item.getAttribute('aria-disabled')).toBe('true')
  await item.getByText(notOnCall).waitFor()
  expect(browserErrors).toEqual([])
})
