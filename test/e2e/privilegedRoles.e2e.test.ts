import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { unknownTicket } from '../../server/features/access/pim/checkTicket.ts'
import { accountOf, roleIds, ticketFor } from '../../server/features/access/pim/pim.fixture.ts'
import { reasonRequired } from '../../server/features/access/pim/reasonRequired.ts'
import { approveLabel } from '../../simulator/identity/signInPage.ts'
import { activateLabels, describeActivation, describeMinutes, rolesPageLabels, stateOf } from '../../web/features/access/pim/labels.ts'
import type { Activation } from '../../web/features/access/pim/types.ts'
import { decisions } from '../../web/features/approvals/inbox/labels.ts'
import { cancelMs, sessionLabels } from '../../web/features/platform/session/labels.ts'
import { formProblemLabels, reasonField } from '../../web/shared/formLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { startTestApp } from '../app.ts'
import { runSchedules } from '../runSchedules.ts'
import { until } from '../until.ts'
import { type Product, startProductWith } from './product.ts'

const minuteMs = 60_000
let clockOffsetMs = 0
let product: Product
beforeAll(async () => {
  product = await startProductWith((options) => startTestApp({ ...options, now: () => new Date(Date.now() + clockOffsetMs) }))
})
afterAll(() => product?.close())
// Sign-ins use the real time, so they would look outdated to a server whose clock an earlier test moved ahead.
beforeEach(() => {
  product.simulator.clock.set(new Date())
  clockOffsetMs = 0
})

const roles = '/app/access/roles'
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const locateOwnRoles = (page: Page) => page.getByRole('list', { name: rolesPageLabels.open }).getByRole('listitem')
const readAssignments = async (n: number) =>
  product.context.clients.arm.listTemporaryRolesOf(`/subscriptions/${accountOf(product, n).subscriptionId}`, product.persona('Daniel').id)
function advanceTime(minutes: number) {
  product.simulator.clock.advance(minutes * minuteMs)
  clockOffsetMs += minutes * minuteMs
}
async function openRole(page: Page, account: string, role: string) {
  await page.getByLabel(rolesPageLabels.find).fill(account)
  await page
    .getByRole('region', { name: account, exact: true })
    .getByRole('button', { name: activateLabels.activateRole(role) })
    .click()
}
const ownSignIn = (page: Page) => page.getByRole('button', { name: product.persona('Daniel').displayName }).first()
/** The dialog announced the sign-in, so it opens without another click. */
const waitForSignIn = (page: Page) => ownSignIn(page).waitFor()
async function confirm(page: Page) {
  await ownSignIn(page).click()
  await page.getByRole('button', { name: approveLabel }).click()
  await page.waitForURL((address) => address.pathname === roles && address.hash === '')
}
const readActivations = (n: number) =>
  product.db
    .selectFrom('pim_activations')
    .select(['role_name', 'minutes', 'justification', 'status'])
    .where('account_id', '=', accountOf(product, n).id)
    .execute()

it('activates a role after approval by the people whom Azure names, and deactivates it', async () => {
  const account = accountOf(product, 1)
  const ticket = ticketFor(product, account)
  const { page, browserErrors } = await product.visitAs('Daniel', '/app/', { strong: false })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: uiLabels.palette }).fill(`activate owner in ${account.name}`)
  await page.getByRole('option').first().filter({ hasText: account.name }).waitFor()
  await page.keyboard.press('Enter')
  await dialog(page)
    .getByText(activateLabels.approvers(['Cloud Architecture Board']))
    .waitFor()
  await dialog(page).getByLabel(reasonField.label).fill('To hand the account over to its new team.')
  await dialog(page).getByLabel(activateLabels.ticket).fill(ticket.number)
  await dialog(page).getByText(formProblemLabels.confirmNext).waitFor()
  await dialog(page).getByRole('button', { name: activateLabels.request }).click()
  await confirm(page)
  await until(async () => (await readActivations(1)).length > 0)
  const activation = (await readActivations(1)).at(-1)
  const role = locateOwnRoles(page).filter({ hasText: activation!.role_name })
  await role.getByText(stateOf({ status: 'pending_approval' }).label).waitFor()
  expect(await readAssignments(1)).toEqual([])
  const board = product.company.groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')!
  const approver = product.company.personas.find(({ id, givenName }) => board.memberIds.includes(id) && givenName !== 'Daniel')!
  const inbox = await product.visitAs(approver.givenName, '/app/approvals')
  await inbox.page.getByRole('link', { name: account.name }).first().click()
  const detail = inbox.page.getByRole('article')
  await detail.getByText('To hand the account over to its new team.').waitFor()
  await detail.getByText(ticket.number).waitFor()
  await detail.getByRole('button', { name: decisions.approve.label }).click()
  await detail.getByText(reasonRequired).waitFor()
  await detail.getByRole('textbox').fill('The hand-over is planned for tonight.')
  await detail.getByRole('button', { name: decisions.approve.label }).click()
  await until(async () => (await readAssignments(1)).length === 1)
  await role.getByText(rolesPageLabels.timeLeft('')).waitFor()
  expect(await readAssignments(1)).toMatchObject([{ properties: { roleDefinitionId: expect.stringContaining(roleIds.owner) } }])
  await role.getByRole('button', { name: rolesPageLabels.deactivate }).click()
  await role.getByText(rolesPageLabels.keptActive).waitFor()
  advanceTime(6)
  await runSchedules(product)
  await role.waitFor({ state: 'detached' })
  expect(await readAssignments(1)).toEqual([])
  expect([...browserErrors, ...inbox.browserErrors]).toEqual([])
})

async function requestUserAccess(page: Page, reason: string) {
  const account = accountOf(product, 0)
  await openRole(page, account.name, 'User Access Administrator')
  const form = dialog(page)
  await form.getByText(formProblemLabels.confirmNext).waitFor()
  await form.getByLabel(reasonField.label).fill(reason)
  await form.getByLabel(activateLabels.ticket).fill(ticketFor(product, account).number)
  await form.getByText(`Planned work on ${account.name}`).waitFor()
  await form.getByRole('button', { name: activateLabels.activate }).click()
}

it('offers an activation without sending it, unless the page was opened by the sign-in for it', async () => {
  const { page, browserErrors } = await product.visitAs('Daniel', roles, { strong: false })
  await requestUserAccess(page, 'To look at the members once.')
  await waitForSignIn(page)
  await product.db.updateTable('sessions').set({ strong_at: new Date() }).where('person_id', '=', product.persona('Daniel').id).execute()
  await page.goto(product.url + roles)
  await dialog(page).getByText(sessionLabels.continueAction).waitFor()
  await dialog(page)
    .getByText(activateLabels.action('User Access Administrator', accountOf(product, 0).name, describeMinutes(60)))
    .waitFor()
  expect(await readActivations(0)).toEqual([])
  await dialog(page).getByRole('button', { name: sessionLabels.notNow }).click()
  await dialog(page).waitFor({ state: 'detached' })
  expect(await readActivations(0)).toEqual([])
  expect(browserErrors).toEqual([])
})

it('doesn’t send an activation that is cancelled right after the sign-in', async () => {
  const { page, browserErrors } = await product.visitAs('Daniel', roles, { strong: false })
  await requestUserAccess(page, 'To look at the members for once.')
  await waitForSignIn(page)
  await page.addInitScript((ms) => {
    const { setTimeout: start } = window
    window.setTimeout = ((run: () => void, delayMs?: number) => start(run, delayMs === ms ? 5 * ms : delayMs)) as typeof setTimeout
  }, cancelMs)
  await confirm(page)
  const continuing = page.getByRole('dialog', { name: sessionLabels.continuing })
  await continuing.getByRole('button', { name: sessionLabels.cancel }).click()
  await continuing.waitFor({ state: 'detached' })
  await page.waitForTimeout(6 * cancelMs)
  expect(await readActivations(0)).toEqual([])
  expect(browserErrors).toEqual([])
})

it('activates a role with a ticket and a step-up sign-in, extends it, and shows that it has ended', async () => {
  const { name } = accountOf(product, 0)
  const { page, browserErrors } = await product.visitAs('Daniel', roles, { strong: false })
  await openRole(page, name, 'User Access Administrator')
  const form = dialog(page)
  await form.getByRole('button', { name: activateLabels.activate }).click()
  await form.getByText(activateLabels.noTicket).waitFor()
  await form.getByLabel(activateLabels.ticket).fill('CHG9999999')
  await form.getByText(unknownTicket('CHG9999999', { name })).waitFor()
  await form.getByLabel(reasonField.label).fill('To let the new release team in.')
  await form.getByLabel(activateLabels.ticket).fill(ticketFor(product, accountOf(product, 0)).number)
  await form.getByText(`Planned work on ${name}`).waitFor()
  await form.getByRole('button', { name: activateLabels.activate }).click()
  await waitForSignIn(page)
  const { promise: canSend, resolve: send } = Promise.withResolvers<void>()
  const activations = (url: URL) => url.pathname.endsWith('/createAssignment')
  await page.route(activations, async (route) => {
    if (route.request().method() === 'POST') await canSend
    await route.continue()
  })
  await confirm(page)
  const continuing = page.getByRole('dialog', { name: sessionLabels.continuing })
  const cancel = continuing.getByRole('button', { name: sessionLabels.cancel })
  await continuing.getByRole('progressbar').waitFor()
  expect(await continuing.getByRole('button', { name: sessionLabels.notNow }).count()).toBe(0)
  await expect.poll(() => cancel.getAttribute('aria-disabled'), { timeout: 10_000 }).toBe('true')
  send()
  const titles = (['active', 'sending'] as const).map(
    (status) => describeActivation({ status, role: 'User Access Administrator', minutes: 60 } as Activation).title,
  )
  await page.getByText(titles[0]!).or(page.getByText(titles[1]!)).first().waitFor()
  expect(await readActivations(0)).toMatchObject([
    { role_name: 'User Access Administrator', minutes: 60, justification: 'To let the new release team in.' },
  ])
  const role = locateOwnRoles(page).filter({ hasText: 'User Access Administrator' })
  await role.getByText(rolesPageLabels.timeLeft('')).waitFor()
  expect(await readAssignments(0)).toHaveLength(1)
  await role.getByRole('button', { name: activateLabels.extend }).click()
  await dialog(page).getByRole('slider', { name: activateLabels.totalDuration }).press('End')
  await dialog(page).getByRole('button', { name: activateLabels.extend, exact: true }).click()
  await role.getByText(new RegExp(rolesPageLabels.timeLeft('(3|4) h.*'))).waitFor()
  advanceTime(241)
  await runSchedules(product)
  await role.waitFor({ state: 'detached' })
  const recentRoles = page.getByRole('list', { name: rolesPageLabels.recent }).getByRole('listitem')
  await recentRoles
    .filter({ hasText: name })
    .getByText(stateOf({ status: 'ended' }).label)
    .waitFor()
  expect(await readAssignments(0)).toEqual([])
  expect(browserErrors).toEqual([])
})
