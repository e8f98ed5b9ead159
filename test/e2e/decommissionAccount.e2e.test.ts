import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reasons } from '../../server/features/accounts/accounts/policy.ts'
import { startClockedApp } from '../../server/features/accounts/decommission/clockedApp.fixture.ts'
import {
  decommissionableWith,
  fetchRoleNames,
  requestDecommissionOf,
  waitForStep,
} from '../../server/features/accounts/decommission/decommissionable.fixture.ts'
import { describeLock } from '../../server/features/accounts/decommission/dry-run/blockers.ts'
import { waitForGracePeriod } from '../../server/features/accounts/decommission/remove/waitForGracePeriod.ts'
import { graceDays, restorableDays } from '../../server/features/accounts/decommission/states.ts'
import { accountActionLabels } from '../../web/features/accounts/accounts/labels.ts'
import { decommissionLabels } from '../../web/features/accounts/decommission/labels.ts'
import { servicesLabels, updateActionLabels } from '../../web/features/accounts/updates/labels.ts'
import { reasonField } from '../../web/shared/formLabels.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { previousAttempts } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { screenshot } from './browser.ts'
import { startProductWith } from './product.ts'

const start = () => startProductWith(startClockedApp)
let product: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  product = await start()
  product.simulator.asyncDelayMs = 50
})
afterAll(() => product?.close())

const statusOf = async (id: string) =>
  (await product.db.selectFrom('accounts').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const waitForStatus = (id: string, status: string) => until(async () => (await statusOf(id)) === status)

async function approve(updateId: string): Promise<void> {
  const approval = await product.db
    .selectFrom('approvals')
    .select('id')
    .where('subject_id', '=', updateId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  const stages = await product.db
    .selectFrom('approval_stages')
    .select('stage')
    .where('approval_id', '=', approval.id)
    .orderBy('stage')
    .execute()
  for (const { stage } of stages) {
    const { person_id } = await product.db
      .selectFrom('stage_approvers')
      .select('person_id')
      .where('approval_id', '=', approval.id)
      .where('stage', '=', stage)
      .executeTakeFirstOrThrow()
    const response = await product.as(person_id).post(`/account-approvals/${approval.id}`, { decision: 'approve', stage })
    expect(response.status).toBe(200)
  }
}

async function waitUntilGracePeriod(updateId: string): Promise<void> {
  const run = await product.db.selectFrom('work_runs').select('id as runId').where('subject_id', '=', updateId).executeTakeFirstOrThrow()
  await waitForStep(product, run, 'waitForGracePeriod', 'waiting')
}

async function expectNoHorizontalScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
}

it('does a dry run, requests and undoes a decommission, completes another, and restores the account', async () => {
  // The first four accounts have applications.
  const account = await decommissionableWith(product, 4 + 5 * previousAttempts(), false)
  const roles = await fetchRoleNames(product, account)
  const path = `/app/accounts/${account.id}`
  const { page, browserErrors } = await product.visitAs('Niamh', path)

  await page.getByRole('button', { name: accountActionLabels.more }).click()
  const dryRun = page.waitForResponse((response) => response.url().endsWith('/updates/decommission/rehearsal'))
  await page.getByRole('menuitem', { name: accountActionLabels.decommission, exact: true }).click()
  await page.getByRole('heading', { name: decommissionLabels.title(account.name), level: 1 }).waitFor()
  await page.getByText(decommissionLabels.unused).waitFor()
  const { found } = (await (await dryRun).json()).resources
  await page
    .getByRole('region', { name: decommissionLabels.removed })
    .getByText(decommissionLabels.resources(found.total, found.groups.length), { exact: true })
    .waitFor()
  await page.getByRole('region', { name: decommissionLabels.dependencies }).getByText(decommissionLabels.hub).waitFor()
  await page.getByRole('region', { name: decommissionLabels.approvers }).getByText('Family owner').waitFor()
  await screenshot(page, 'retire/rehearsal', { fullPage: true })
  await expectNoHorizontalScroll(page)

  const ask = page.getByRole('button', { name: decommissionLabels.request })
  expect(await ask.getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('textbox', { name: reasonField.label }).fill('Its pilot has ended.')
  await page.locator('[name=confirmName]').fill(account.name)
  await ask.click()
  await page.getByRole('heading', { name: account.name, level: 1, exact: true }).waitFor()
  const update = await product.db.selectFrom('account_updates').selectAll().where('account_id', '=', account.id).executeTakeFirstOrThrow()
  expect([update.kind, update.status, update.reason]).toEqual(['decommission', 'pending_approval', 'Its pilot has ended.'])

  await page.getByRole('heading', { name: servicesLabels.changes }).waitFor()
  await page.getByRole('rowheader').getByRole('link').first().click()
  // The account's page also has an edit button, until the change is loaded.
  await page.getByRole('heading', { name: account.name, level: 1, exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: updateActionLabels.edit }).click()
  const editDialog = page.getByRole('dialog', { name: updateActionLabels.editing(update.reference) })
  await editDialog.getByRole('textbox', { name: reasonField.label }).fill('Its pilot ended in May, and its data is archived.')
  await screenshot(page, 'retire/change')
  await editDialog.getByRole('button', { name: updateActionLabels.resubmit }).click()
  await editDialog.waitFor({ state: 'detached' })
  await page.getByText('Its pilot ended in May, and its data is archived.').first().waitFor()
  await page.goto(product.url + path)
  await approve(update.id)

  await page.getByText(decommissionLabels.grace).waitFor()
  await page.getByText(waitForGracePeriod.title).first().waitFor()
  await until(async () => (await fetchRoleNames(product, account)).length === 0)
  await screenshot(page, 'retire/grace', { fullPage: true })
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: decommissionLabels.openUndo, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: decommissionLabels.undo }).click()
  await waitForStatus(account.id, 'active')
  await page.getByText(decommissionLabels.grace).waitFor({ state: 'detached' })
  expect(await fetchRoleNames(product, account)).toEqual(roles)

  // The session expires during the grace period, so the administrator signs in again before she restores the account.
  await waitUntilGracePeriod((await requestDecommissionOf(product, account)).id)
  await product.wait(graceDays + 1)
  await page.context().clearCookies()
  await product.signIn(page, 'Niamh', path)
  await waitForStatus(account.id, 'decommissioned')
  await page.getByText(decommissionLabels.restorable).waitFor()
  expect(await product.context.clients.arm.listResourceGroups(account.subscriptionId)).toEqual([])
  await screenshot(page, 'retire/gone', { fullPage: true })

  await page.getByRole('button', { name: decommissionLabels.openRestore, exact: true }).click()
  const restore = page.getByRole('dialog', { name: decommissionLabels.confirmRestore(account.name) })
  await restore.getByRole('button', { name: decommissionLabels.restore }).click()
  await waitForStatus(account.id, 'active')
  expect(await fetchRoleNames(product, account)).toEqual(roles)

  await waitUntilGracePeriod((await requestDecommissionOf(product, account)).id)
  await page.getByRole('button', { name: decommissionLabels.skipGrace }).click()
  const confirmationDialog = page.getByRole('dialog', { name: decommissionLabels.confirmRemoval(account.name) })
  await confirmationDialog.getByRole('textbox').fill(account.name)
  await screenshot(page, 'retire/go-on')
  await confirmationDialog.getByRole('button', { name: decommissionLabels.removeNow }).click()
  await waitForStatus(account.id, 'decommissioned')
  await page.getByText(decommissionLabels.restorable).waitFor()
  await product.wait(restorableDays + 1)
  await product.signIn(page, 'Niamh', path)
  await page.getByText(shellLabels.notFound('account')).waitFor()
  expect(browserErrors).toEqual([])
})

it('shows each blocker with its fix, and the parts that couldn’t be read', async () => {
  const account = await decommissionableWith(product, 20 + 5 * previousAttempts(), true)
  const scope = `/subscriptions/${account.subscriptionId}/resourceGroups/rg-${account.name}-data`
  product.simulator.state.collection<object>('arm.locks').set(`${scope.toLowerCase()}|hold`, {
    name: 'hold',
    scopeKey: scope.toLowerCase(),
    scopeId: scope,
    level: 'CanNotDelete',
    notes: 'Ask Finance first.',
  })
  const fault = product.simulator.faults.add({
    service: 'servicenow',
    action: { kind: 'status', status: 401, body: '<html>no</html>', headers: { 'content-type': 'text/html' } },
  })
  for (const [name, options] of [
    ['light-wide', {}],
    ['dark-wide', { colorScheme: 'dark' }],
    ['dark-phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
    ['light-phone', { viewport: { width: 390, height: 844 } }],
  ] as const) {
    const { page, browserErrors } = await product.visitAs('Niamh', `/app/accounts/${account.id}/decommission`, options)
    await page.getByText(decommissionLabels.blockers(1)).waitFor()
    await page.getByText(describeLock({ name: 'hold', level: 'CanNotDelete', notes: 'Ask Finance first.' })).waitFor()
    await page.getByText(decommissionLabels.notChecked).waitFor()
    const ask = page.getByRole('button', { name: decommissionLabels.request })
    await ask.focus()
    await page.getByText(decommissionLabels.blocked).first().waitFor({ state: 'attached' })
    await expectNoHorizontalScroll(page)
    await screenshot(page, `retire/blocked-${name}`, { fullPage: true })
    expect(browserErrors).toEqual([])
  }
  product.simulator.faults.remove(fault)
})

it('shows people who don’t own the account why they can’t decommission it', async () => {
  const account = await decommissionableWith(product, 40 + 5 * previousAttempts(), false)
  const { page } = await product.visitAs('Tomasz', `/app/accounts/${account.id}/decommission`)
  await page.getByText(reasons.change).waitFor()
})
