import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueTitles } from '../../server/features/platform/cockpit/queues.ts'
import { makeSandbox } from '../../server/features/sandboxes/sandboxes/sandboxes.fixture.ts'
import { cockpitLabels, runLabels } from '../../web/features/platform/cockpit/labels.ts'
import { stuckKindLabels, stuckLabels, stuckStates } from '../../web/features/platform/cockpit/stuckLabels.ts'
import { failureLabels } from '../../web/features/sandboxes/sandboxes/pageLabels.ts'
import { paths } from '../../web/paths.ts'
import { cockpitTabLabels, cockpitTabsLabel } from '../../web/shared/cockpitTabLabels.ts'
import { runTimelineLabels } from '../../web/shared/runTimelineLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { approveAll } from '../approveAll.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
  product.simulator.asyncDelayMs = 0
})
afterAll(() => product?.close())

const table = (page: Page) => page.getByRole('grid', { name: stuckLabels.list })
const retryOf = (page: Page, name: string) => rowOf(page, name).getByRole('button', { name: `${stuckLabels.retry} ${name}` })
const rowOf = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const tab = (page: Page) => page.getByRole('navigation', { name: cockpitTabsLabel }).getByRole('link', { name: cockpitTabLabels.stuck })

async function reasonFor(name: string): Promise<string> {
  const { body } = await product.as(product.persona('Niamh').id).get(`/work/stuck?search=${name}`)
  return body.items[0].can.retry
}

async function failAccount(name: string) {
  const fault = product.simulator.faults.add({
    service: 'servicenow',
    method: 'POST',
    action: { kind: 'status', status: 403, body: { error: { message: 'Insufficient rights', detail: '' }, status: 'failure' } },
  })
  const account = await approveAll(product, name, { connectivity: 'none' })
  const statusOf = async () =>
    (await product.db.selectFrom('work_runs').select('status').where('id', '=', account.runId).executeTakeFirstOrThrow()).status
  await until(async () => (await statusOf()) === 'failed')
  product.simulator.faults.remove(fault)
  return { ...account, statusOf }
}

it('says on every page that nothing is stuck', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/work/stuck')
  await page.getByText(stuckLabels.none, { exact: true }).waitFor()
  expect((await tab(page).innerText()).match(/\d+/g)).toEqual(['0'])
  await page.goto(`${product.url}/app/work`)
  await page.getByRole('link').filter({ hasText: stuckLabels.none }).waitFor()
  expect(browserErrors).toEqual([])
})

it('links from Home to what is stuck, and retries it by keyboard', async () => {
  const [waitedFor, lab] = [nameOfAttempt('waited-for'), nameOfAttempt('left-over')]
  await makeSandbox(product.db, { name: lab, owners: [product.persona('Priya').id], status: 'quarantined' })
  const account = await failAccount(waitedFor)
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/')
  await page
    .getByRole('main')
    .locator(`a[href$="${paths.stuckWork({ kind: 'run' })}"]`)
    .click()
  await rowOf(page, waitedFor).waitFor()
  expect(await rowOf(page, lab).count()).toBe(0)
  await page.getByRole('combobox', { name: stuckLabels.kind }).click()
  await page.getByRole('option', { name: stuckLabels.anyKind }).click()
  await rowOf(page, lab).getByText(stuckStates.quarantined.label).waitFor()
  const names = (await table(page).getByRole('rowheader').allInnerTexts()).map((text) => text.split('\n')[0])
  expect(names.indexOf(waitedFor)).toBeLessThan(names.indexOf(lab))
  await rowOf(page, waitedFor).getByText(product.persona('Priya').displayName).waitFor()
  await tab(page).getByText(String(names.length), { exact: true }).waitFor()

  expect(await retryOf(page, lab).getAttribute('aria-disabled')).toBe('true')
  expect(
    await retryOf(page, lab).evaluate((button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent),
  ).toBe(await reasonFor(lab))
  const { page: auditor } = await product.visitAs('Grace', paths.stuckWork())
  for (const item of [lab, waitedFor]) await rowOf(auditor, item).waitFor()
  expect([await retryOf(auditor, lab).count(), await auditor.getByRole('checkbox').count()]).toEqual([0, 0])
  await auditor.goto(`${product.url}${paths.run(account.runId)}`)
  await auditor.getByRole('heading', { level: 1, name: waitedFor }).waitFor()
  for (const name of [runLabels.cancel, runTimelineLabels.skip]) expect(await auditor.getByRole('button', { name }).count()).toBe(0)
  await retryOf(page, waitedFor).focus()
  await page.keyboard.press('Enter')
  await until(async () => (await account.statusOf()) === 'succeeded')
  await rowOf(page, waitedFor).waitFor({ state: 'detached' })
  await tab(page)
    .getByText(String(names.length - 1), { exact: true })
    .waitFor()

  await page.goto(`${product.url}/app/work`)
  await page.getByRole('link').filter({ hasText: stuckLabels.oldest }).click()
  await rowOf(page, lab).getByRole('link', { name: lab }).click()
  await page.getByText(failureLabels.noRun).first().waitFor()
  await page.goto(`${product.url}/app/work/stuck?kind=rollout`)
  await page.getByText(stuckLabels.noMatch, { exact: true }).waitFor()
  await page.getByRole('button', { name: stuckLabels.all }).click()
  await rowOf(page, lab).waitFor()
  expect(browserErrors).toEqual([])
  const url = `${product.url}/app/work/stuck`
  await page.setViewportSize({ width: 390, height: 844 })
  const widthOf = async (locator: Locator) => Math.round((await locator.boundingBox())!.width)
  const cards = table(page).locator('xpath=ancestor::*[@data-narrow]')
  expect(Math.abs((await widthOf(page.getByRole('combobox', { name: stuckLabels.kind }))) - (await widthOf(cards)))).toBeLessThanOrEqual(2)
  expect([...(await violationsAt(page, url, 'light', 1440)), ...(await violationsAt(page, url, 'dark', 390))]).toEqual([])
})

it('shows the full cause by keyboard, and retries selected items of different kinds with one button', async () => {
  const { title } = queueTitles.groupAlerts
  const cause = 'The service closed the connection before it had answered. '.repeat(5).trim()
  await sql`insert into pgboss.job (name, state, completed_on, data, output) values ('groupAlerts', 'failed', now(), '{}', ${JSON.stringify({ message: cause })})`.execute(
    product.db,
  )
  const failedJobs = async () =>
    (await sql`select from pgboss.job where name = 'groupAlerts' and state = 'failed'`.execute(product.db)).rows
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/work/stuck?kind=queue')
  const text = rowOf(page, title).getByText(cause, { exact: true })
  const isCutOff = () => text.evaluate((element) => element.scrollHeight > element.clientHeight + 2)
  await text.waitFor()
  expect(await isCutOff()).toBe(true)
  await rowOf(page, title)
    .getByRole('button', { name: `${stuckLabels.fullCause} ${title}` })
    .focus()
  await page.keyboard.press('Enter')
  expect(await isCutOff()).toBe(false)
  await rowOf(page, title).getByRole('checkbox').check()
  await page.getByRole('button', { name: stuckLabels.retry, exact: true }).click()
  await until(async () => (await failedJobs()).length === 0)
  await page.getByText(stuckLabels.noMatch, { exact: true }).waitFor()
  expect(browserErrors).toEqual([])
})

it('shows selected items as busy while they are retried, and continues after a failed retry', async () => {
  const queues = ['checkHealth', 'groupAlerts'] as const
  for (const name of queues)
    await sql`insert into pgboss.job (name, state, completed_on, data, output) values (${name}, 'failed', now(), '{}', '{"message":"No answer."}')`.execute(
      product.db,
    )
  const { page } = await product.visitAs('Niamh', '/app/work/stuck?kind=queue')
  const response = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => pathname === `/cockpit/queues/${queues[0]}/retry`,
    async (route) => {
      await response.promise
      await route.fulfill({ status: 409, json: { code: 'wrongState', message: 'Not now.' } })
    },
  )
  for (const name of queues) await rowOf(page, queueTitles[name].title).getByRole('checkbox').check()
  await page.getByRole('button', { name: stuckLabels.retry, exact: true }).click()
  for (const name of queues) await retryOf(page, queueTitles[name].title).and(page.locator('[aria-busy=true]')).waitFor()
  response.resolve()
  await rowOf(page, queueTitles.groupAlerts.title).waitFor({ state: 'detached' })
  await retryOf(page, queueTitles.checkHealth.title).and(page.locator(':not([aria-busy=true])')).waitFor()
})

it('shows why the list can’t be loaded, and tells other people which roles can see it', async () => {
  const { page } = await product.visitAs('Niamh', '/app/')
  await page.route(
    ({ pathname }) => pathname === '/work/stuck',
    (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now.' } }),
  )
  await page.goto(`${product.url}/app/work/stuck?kind=${Object.keys(stuckKindLabels)[0]}`)
  await page.getByRole('button', { name: uiLabels.retry }).first().waitFor()
  const { page: other } = await product.visitAs('Priya', '/app/work/stuck')
  await other.getByText(cockpitLabels.denied).waitFor()
  expect(await other.getByRole('grid').count()).toBe(0)
})
