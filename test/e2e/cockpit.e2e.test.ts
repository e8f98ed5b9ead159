import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invariants } from '../../server/db/invariants.ts'
import { registerInCmdb } from '../../server/features/accounts/requests/build/registerInCmdb.ts'
import { caches } from '../../server/features/platform/cockpit/caches.ts'
import { queueTitles } from '../../server/features/platform/cockpit/queues.ts'
import { pullRequestClosed } from '../../server/runs/cancelRules.ts'
import { kindTitles } from '../../server/runs/labels.ts'
import { patchPerson } from '../../simulator/core/directory.ts'
import { requestLabels } from '../../web/features/accounts/requests/labels.ts'
import { describeRuns } from '../../web/features/platform/cockpit/describeCause.ts'
import { doctorCountLabels } from '../../web/features/platform/cockpit/doctorSummary.ts'
import {
  actingRoleLabels,
  cacheLabels,
  cockpitLabels,
  connectorLabels,
  doctorLabels,
  invariantLabels,
  minReasonLength,
  queueLabels,
  runLabels,
} from '../../web/features/platform/cockpit/labels.ts'
import { operationLabels } from '../../web/features/platform/session/operationLabels.ts'
import { paths } from '../../web/paths.ts'
import { cockpitTabLabels, cockpitTabsLabel } from '../../web/shared/cockpitTabLabels.ts'
import { formProblemLabels, reasonField } from '../../web/shared/formLabels.ts'
import { runActionLabels } from '../../web/shared/runActionLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { type ApprovedAccount, approveAll } from '../approveAll.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { violationsAt } from './barriers.ts'
import { screenshot } from './browser.ts'
import { type Product, startProduct } from './product.ts'
import { repeatSignIn } from './repeatSignIn.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
  product.simulator.asyncDelayMs = 0
})
afterAll(() => product?.close())

const addFault = (service: 'servicenow' | 'git', method: string, path?: string) =>
  product.simulator.faults.add({
    service,
    method,
    ...(path && { path }),
    action: { kind: 'status', status: 403, body: { error: { message: 'Insufficient rights', detail: '' }, status: 'failure' } },
  })
const statusOf = async ({ runId }: ApprovedAccount) =>
  (await product.db.selectFrom('work_runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()).status
const waitForRunStatus = (builtAccount: ApprovedAccount, status: string) => until(async () => (await statusOf(builtAccount)) === status)

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: cockpitTabsLabel }).getByRole('link', { name })

it('finds failed runs by cause, retries them together, and shows a cancelled run to its requester', async () => {
  product.simulator.faults.clear()
  await product.db.deleteFrom('queue_pauses').execute()
  await product.db.deleteFrom('invariant_checks').execute()
  const { id: margaret } = product.persona('Margaret')
  patchPerson(product.simulator, margaret, { employeeId: '' })
  await product.db.updateTable('people').set({ employee_id: null }).where('id', '=', margaret).execute()
  const down = addFault('servicenow', 'POST')
  const [firstAccount, secondAccount] = [
    await approveAll(product, nameOfAttempt('stuck-first'), { connectivity: 'none' }),
    await approveAll(product, nameOfAttempt('stuck-second'), { connectivity: 'none' }),
  ]
  await waitForRunStatus(firstAccount, 'failed')
  await waitForRunStatus(secondAccount, 'failed')
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/work', { strong: false })
  const cause = page
    .getByRole('list', { name: runLabels.causes })
    .getByRole('listitem')
    .filter({ hasText: describeRuns({ service: 'ServiceNow', count: 2, failed: 2 }) })
  await cause.getByText(`${kindTitles.buildAccount} (2)`).waitFor()
  await page
    .getByRole('list', { name: runLabels.stepsOf(kindTitles.buildAccount) })
    .getByText(registerInCmdb.title)
    .waitFor()

  product.simulator.faults.remove(down)
  await cause.getByRole('button', { name: runLabels.retryAll(2) }).click()
  await page.getByRole('dialog').getByText(runLabels.retryEffect).waitFor()
  await page.getByRole('button', { name: runLabels.confirmRetry(2), exact: true }).click()
  await page.getByText(runActionLabels.retried(2)).waitFor()
  await waitForRunStatus(firstAccount, 'succeeded')
  await waitForRunStatus(secondAccount, 'succeeded')
  await cause.waitFor({ state: 'detached' })

  // A link can have a filter that the control can’t represent; it is shown and can be cleared.
  await page.goto(`${product.url}/app/work?filter=${encodeURIComponent('status==failed,(status==queued;kind==build)')}`)
  await page.getByText(uiLabels.filteredByLink).waitFor()
  await page.getByRole('button', { name: uiLabels.clear, exact: true }).click()
  await page.getByRole('search', { name: runLabels.filter }).waitFor()

  const unneededName = nameOfAttempt('not-needed')
  const merge = addFault('git', 'PUT', '/merge')
  const unwantedAccount = await approveAll(product, unneededName, { connectivity: 'none' })
  await waitForRunStatus(unwantedAccount, 'failed')
  // A separate run sets the budget of the account.
  const build = page.getByRole('grid', { name: cockpitTabLabels.work }).getByRole('row').filter({ hasText: kindTitles.buildAccount })
  await build.getByRole('link', { name: unneededName }).click()
  await page.getByRole('heading', { name: unneededName }).waitFor()
  await page.getByText(runLabels.response).waitFor()
  await page.getByText('403', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: runLabels.cancel }).click()
  await page.getByRole('list', { name: runLabels.changes }).getByText(pullRequestClosed).waitFor()
  await page.getByRole('button', { name: runLabels.confirmCancel, exact: true }).click()
  await page.getByText(reasonField.tooShort(minReasonLength)).waitFor()
  await page.keyboard.type('The team has merged with another one.')
  await page.getByRole('button', { name: runLabels.confirmCancel, exact: true }).click()
  await page.getByText(runActionLabels.cancelledBy('Niamh Brennan')).waitFor()
  product.simulator.faults.remove(merge)

  const priya = (await product.visitAs('Priya', `/app/requests/${unwantedAccount.requestId}`)).page
  await priya.getByText(runActionLabels.cancelledBy('Niamh Brennan')).first().waitFor()
  await until(
    async () =>
      (
        await product.db
          .selectFrom('account_requests')
          .select('status')
          .where('id', '=', unwantedAccount.requestId)
          .executeTakeFirstOrThrow()
      ).status === 'cancelled',
  )
  await priya.getByText(requestLabels.removed).first().waitFor()

  await page.getByRole('link', { name: cockpitTabsLabel }).first().click()
  await tab(page, cockpitTabLabels.queues).click()
  await page.getByRole('row').filter({ hasText: queueTitles.work.does }).waitFor()
  await page.getByRole('button', { name: queueLabels.openPause(queueTitles.replayPolicy.title) }).click()
  await page.getByText(queueTitles.replayPolicy.whilePaused).waitFor()
  await page.getByLabel(reasonField.label).fill('The database is being moved tonight.')
  await page.getByRole('button', { name: queueLabels.pause(queueTitles.replayPolicy.title), exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: formProblemLabels.confirm }).click()
  await repeatSignIn(page, product.persona('Niamh').displayName)
  await page.getByRole('dialog').getByRole('button', { name: operationLabels.pauseQueue.verb }).click()
  await page.getByRole('row').filter({ hasText: 'Niamh Brennan' }).getByText('The database is being moved tonight.').waitFor()
  await page.getByRole('button', { name: queueLabels.resume(queueTitles.replayPolicy.title) }).click()
  await page.getByText(queueLabels.resumed(queueTitles.replayPolicy.title)).waitFor()
  await tab(page, cockpitTabLabels.connectors).click()
  await page.getByRole('button', { name: new RegExp(`^${connectorLabels.check} ?: Azure$`) }).click()
  await page.getByText(connectorLabels.responded).waitFor()
  await tab(page, cockpitTabLabels.caches).click()
  await page.getByRole('button', { name: `${cacheLabels.refresh} ${caches['people']!.title}` }).click()
  await page.getByText(cacheLabels.refreshing(caches['people']!.title)).waitFor()
  await tab(page, cockpitTabLabels.slowQueries).click()
  await page.getByText(cockpitLabels.noSlowQueries).waitFor()
  await product.db.deleteFrom('doctor_report').execute()
  await tab(page, cockpitTabLabels.doctor).click()
  await page.getByRole('button', { name: doctorLabels.check, exact: true }).focus()
  await page.keyboard.press('Enter')
  const summary = page.getByText(new RegExp(`\\d+ ${doctorCountLabels.ok}`)).first()
  await summary.waitFor()
  await page
    .locator('button:focus')
    .and(page.getByRole('button', { name: doctorLabels.rerun }))
    .waitFor()
  const report = await summary.innerText()
  expect(report).not.toContain(doctorCountLabels.failed)
  await tab(page, cockpitTabLabels.invariants).click()
  const ownerRule = invariants.find(({ name }) => name === 'account-has-two-to-ten-owners')!
  const rule = page.getByRole('row').filter({ hasText: ownerRule.rule })
  await rule.waitFor()
  await tab(page, cockpitTabLabels.doctor).click()
  await page.reload()
  expect(await summary.innerText()).toBe(report)
  await tab(page, cockpitTabLabels.invariants).click()
  await rule.getByText(invariantLabels.notChecked).waitFor()
  expect(await rule.getByText('0', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: invariantLabels.check }).click()
  await rule.getByText(invariantLabels.holds, { exact: true }).waitFor()
  await rule.getByText('0', { exact: true }).waitFor()
  const unnumbered = page.getByRole('region', { name: cockpitLabels.peopleWithoutEmployeeNumber })
  await unnumbered.getByRole('button', { name: cockpitLabels.showNames }).click()
  await unnumbered.getByRole('listitem').filter({ hasText: 'Margaret Llewellyn' }).getByText(actingRoleLabels.approver).waitFor()
  expect(browserErrors).toEqual([])

  for (const [path, theme] of [
    ['/app/work', 'dark'],
    [`/app/work/runs/${unwantedAccount.runId}`, 'light'],
    ['/app/work/connectors', 'dark'],
    ['/app/work/doctor', 'light'],
    ['/app/work/invariants', 'light'],
  ] as const)
    expect(await violationsAt(page, product.url + path, theme, theme === 'dark' ? 1440 : 390), path).toEqual([])
})

it('shows which permission is newly missing, and which was granted since the previous check', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/work/doctor')
  const permission = { service: 'Azure', name: 'Microsoft.Resources/tags/write' } as const
  const changes = page.getByRole('region', { name: doctorLabels.changes })
  const change = (label: string) => changes.getByRole('listitem').filter({ hasText: permission.name }).getByText(label)
  const button = page.getByRole('button', { name: new RegExp(`^(${doctorLabels.check}|${doctorLabels.rerun})$`) })
  const run = () =>
    Promise.all([page.waitForResponse((response) => response.url().endsWith('/cockpit/doctor/run') && response.ok()), button.click()])
  await run()
  product.simulator.permissions.take(permission)
  await run()
  await change(doctorLabels.added).waitFor()
  expect(await product.db.selectFrom('notifications').select('id').where('kind', '=', 'doctorFailure').execute()).not.toEqual([])
  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) {
      expect(await violationsAt(page, `${product.url}/app/work/doctor`, theme, width)).toEqual([])
      await change(doctorLabels.added).waitFor()
      await page.setViewportSize({ width, height: 900 })
      await screenshot(page, `cockpit/doctor-${theme}-${width}`, { fullPage: true })
    }
  product.simulator.permissions.restoreAccess(permission)
  await run()
  await change(doctorLabels.resolved).waitFor()
  expect(browserErrors).toEqual([])
})

it('shows auditors lists of the operations pages without actions and selection', async () => {
  const { page, browserErrors } = await product.visitAs('Grace', paths.runs())
  for (const path of [paths.runs(), paths.cockpit('caches'), paths.notificationAdmin({ tab: 'deliveries' }), paths.sandboxAdmin()]) {
    await page.goto(product.url + path)
    const list = page.getByRole('grid').first()
    await list.getByRole('columnheader').first().waitFor()
    await list.and(page.locator('[aria-busy=false]')).waitFor()
    expect(await list.getByRole('checkbox').count()).toBe(0)
    expect(await list.locator('tbody').getByRole('button').count()).toBe(0)
    expect(await list.locator('tbody tr:first-child td:last-child').allInnerTexts()).not.toContain('')
  }
  expect(browserErrors).toEqual([])
})
