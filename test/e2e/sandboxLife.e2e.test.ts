import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxHosts } from '../../sample/sandboxHosts.ts'
import { sandboxTemplates } from '../../sample/sandboxTemplates.ts'
import { startClockedApp } from '../../server/features/accounts/decommission/clockedApp.fixture.ts'
import { handlers } from '../../server/handlers.ts'
import { logger } from '../../server/http/logger.ts'
import { deployWorkload } from '../../simulator/arm/deployWorkload.ts'
import { deadlineLabels } from '../../web/features/sandboxes/sandboxes/extensionDeadline.ts'
import { extensionLabels } from '../../web/features/sandboxes/sandboxes/extensionLabels.ts'
import { sandboxPageLabels } from '../../web/features/sandboxes/sandboxes/page/sandboxPageLabels.ts'
import { statusTitles } from '../../web/features/sandboxes/sandboxes/page/statusTitles.ts'
import { requestFormLabels, requestPageLabels } from '../../web/features/sandboxes/sandboxes/pageLabels.ts'
import { paths } from '../../web/paths.ts'
import { reasonField } from '../../web/shared/formLabels.ts'
import { count } from '../../web/shared/waits.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { startProductWith } from './product.ts'

const start = () => startProductWith(startClockedApp)
let product: Awaited<ReturnType<typeof start>>
let meter: () => Promise<void>
const hourMs = 3_600_000

beforeAll(async () => {
  product = await start()
  product.simulator.asyncDelayMs = 20
  const queues = handlers({ ...product.context, databaseUrl: product.databaseUrl, log: logger('silent') })
  meter = () => queues.meterSandboxes({}, new AbortController().signal)
  const { subscriptionId: subscription_id, name } = sandboxHosts[0]!
  await product.db
    .insertInto('sandbox_hosts')
    .values({ id: randomUUID(), subscription_id, name, kind: 'shared', capacity: 5, cooldown_until: null })
    .execute()
  const { thresholds, approval, groups, typical_use, ...template } = sandboxTemplates.web
  await product.db
    .insertInto('sandbox_templates')
    .values({
      ...template,
      thresholds: JSON.stringify(thresholds),
      approval: JSON.stringify(approval),
      groups: JSON.stringify(groups),
      typical_use: JSON.stringify(typical_use),
    })
    .execute()
})
afterAll(() => product?.close())

const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const waitForStatus = (page: Page, title: string | RegExp) =>
  page.getByRole('region', { name: sandboxPageLabels.status }).getByRole('heading', { name: title }).waitFor()
const rowOf = (name: string) => product.db.selectFrom('sandboxes').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: sandboxPageLabels.more, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
async function deleteSandbox(page: Page, name: string, actorName: string): Promise<void> {
  await choose(page, sandboxPageLabels.delete)
  const dialog = page.getByRole('dialog', { name: `${sandboxPageLabels.deleteNamed(name)}?` })
  await dialog.getByText(count(7, 'resource')).waitFor()
  await dialog.getByText(sandboxPageLabels.losesAccess(2)).waitFor()
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: sandboxPageLabels.deleteNamed(name) }).click()
  await waitForStatus(page, statusTitles.deletedBy(actorName))
  await product.drain()
}

it('creates, freezes, extends and deletes a sandbox, with an undo in between', async () => {
  const name = nameOfAttempt('basket-lab')
  const requester = product.persona('Priya')
  // Recent overspending prevents automatic approval, so the events of an earlier attempt move into the past.
  await product.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx.updateTable('sandboxes').set({ limit_reached_at: null }).execute()
    await sql`update sandbox_events set at = at - interval '1000 days' where key like 'frozen:budget:%'`.execute(tx)
  })
  const guest = product.persona('Ewa').displayName
  const { page, browserErrors } = await product.visitAs(requester.givenName, `/app/sandboxes/request?template=${sandboxTemplates.web.id}`)
  await page.getByLabel(requestFormLabels.name, { exact: true }).fill(name)
  await page.getByLabel(requestFormLabels.purpose).fill('To see whether a recommender sells more bread.')
  await page.getByRole('button', { name: '£25' }).click()
  await page.getByRole('combobox', { name: requestFormLabels.tower }).click()
  await page.getByRole('option', { name: /^Commerce/ }).click()
  await waitForText(page, requestFormLabels.noApproval)
  await page.getByLabel(requestFormLabels.name, { exact: true }).press('Enter')
  await waitForText(page, requestPageLabels.ready(name))
  await page.getByRole('link', { name: requestPageLabels.open }).click()
  await waitForStatus(page, statusTitles.active)
  const { id, subscription_id, resource_group } = await rowOf(name)
  const scope = `/subscriptions/${subscription_id}/resourceGroups/${resource_group}`

  await page.getByRole('button', { name: sandboxPageLabels.invite }).first().click()
  const invitation = page.getByRole('dialog', { name: sandboxPageLabels.invitePeopleTo(name) })
  await invitation.getByRole('combobox', { name: sandboxPageLabels.people }).fill(guest)
  await page.getByRole('option', { name: new RegExp(guest) }).click()
  await invitation.getByRole('button', { name: sandboxPageLabels.invite }).click()
  await waitForText(page, sandboxPageLabels.invited(guest))
  await page.getByRole('link', { name: sandboxPageLabels.people, exact: true }).click()
  await page
    .getByRole('list', { name: sandboxPageLabels.peopleIn(name) })
    .getByText(guest)
    .waitFor()
  await product.drain()

  deployWorkload(product.simulator, scope, 'machineLab')
  await meter()
  product.simulator.clock.advance(60 * hourMs)
  await meter()
  await product.drain()
  expect(await rowOf(name)).toMatchObject({ status: 'frozen', freeze_cause: 'budget' })
  await page.goto(`${product.url}/app/sandboxes/${id}`)
  await waitForStatus(page, statusTitles.noBudget)
  const machines = await product.context.clients.arm.listStoppable(scope)
  expect(machines).toHaveLength(2)
  expect(machines.every(({ power }) => power === 'stopped')).toBe(true)

  await page.getByRole('button', { name: sandboxPageLabels.moreBudget }).click()
  const extension = page.getByRole('dialog', { name: extensionLabels.of(name) })
  await extension.getByRole('textbox', { name: extensionLabels.budget }).fill('25')
  const outcome = extension.getByRole('region', { name: extensionLabels.outcome })
  await outcome.getByText(product.persona('Ravi').displayName).waitFor()
  await outcome.getByText('£50').first().waitFor()
  await extension.getByRole('textbox', { name: reasonField.label }).fill('The demo is next week; the first results are good.')
  await extension.getByRole('button', { name: requestFormLabels.send }).click()
  await extension.waitFor({ state: 'hidden' })
  const sandboxRequest = await product.db
    .selectFrom('sandbox_requests')
    .select(['id', 'reference'])
    .where('sandbox_id', '=', id)
    .where('kind', '=', 'extension')
    .executeTakeFirstOrThrow()
  await page.getByRole('link', { name: sandboxRequest.reference }).waitFor()
  const { approvalId } = (await product.as(product.persona('Ravi').id).get(`/sandbox-requests/${sandboxRequest.id}`)).body
  const approver = await product.visitAs('Ravi', paths.approvals(approvalId))
  await waitForText(approver.page, deadlineLabels.leaseEnds)
  await approver.page.close()
  const review = await product
    .as(product.persona('Ravi').id)
    .post(`/sandbox-requests/${sandboxRequest.id}/review`, { decision: 'approve', stage: 1 })
  expect(review.status).toBe(200)
  await product.drain()
  expect(await rowOf(name)).toMatchObject({ budget_limit: 5_000, extensions_used: 1, frozen_at: null })
  await waitForStatus(page, statusTitles.active)

  await choose(page, sandboxPageLabels.freeze)
  await page.getByRole('dialog').getByRole('textbox', { name: reasonField.label }).fill('It isn’t needed over the weekend.')
  await page.getByRole('dialog').getByRole('button', { name: sandboxPageLabels.freeze }).click()
  await waitForStatus(page, statusTitles.frozenByOwner)
  await product.drain()
  await page.getByRole('button', { name: sandboxPageLabels.resume }).click()
  await page.getByRole('dialog').getByRole('button', { name: sandboxPageLabels.resume }).click()
  await waitForStatus(page, statusTitles.active)
  await product.drain()

  await deleteSandbox(page, name, requester.displayName)
  await page.getByRole('button', { name: sandboxPageLabels.undo }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: sandboxPageLabels.undo }).click()
  await waitForStatus(page, statusTitles.active)
  await product.drain()

  await deleteSandbox(page, name, requester.displayName)
  await product.wait(25 / 24)
  await product.drain()
  await until(async () => (await rowOf(name)).status === 'deleted')
  expect(await product.context.clients.arm.listResourceGroups(subscription_id!)).toEqual([])
  await page.goto(`${product.url}/app/sandboxes/${id}?tab=activity`)
  const items = page.getByRole('list', { name: sandboxPageLabels.activity }).getByRole('listitem')
  await items.first().waitFor()
  const pastEvents = await items.allInnerTexts()
  const order = ['frozen', 'extended', 'frozen', 'resumed', 'deleting', 'undone', 'deleting']
  const recordedEvents = await product.db
    .selectFrom('sandbox_events')
    .select(['kind', 'text'])
    .where('sandbox_id', '=', id)
    .where('kind', 'in', order)
    .orderBy('number')
    .execute()
  expect(recordedEvents.map(({ kind }) => kind)).toEqual(order)
  const positions = recordedEvents.slice(0, -1).map((event) => pastEvents.findLastIndex((text) => text.includes(event.text)))
  expect(
    positions.every((position, index) => position >= 0 && (index === 0 || position < positions[index - 1]!)),
    pastEvents.join('\n'),
  ).toBe(true)
  expect(browserErrors).toEqual([])
})
