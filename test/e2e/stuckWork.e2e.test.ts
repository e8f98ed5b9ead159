import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueTitles } from '../../server/features/platform/cockpit/queues.ts'
import { makeSandbox } from '../../server/features/sandboxes/sandboxes/sandboxes.fixture.ts'
import { stuckKindLabels, stuckLabels, stuckStates } from '../../web/features/platform/cockpit/stuckLabels.ts'
import { failureLabels } from '../../web/features/sandboxes/sandboxes/pageLabels.ts'
import { cockpitTabLabels } from '../../web/shared/cockpitTabLabels.ts'
import { approveAll } from '../approveAll.ts'
import { nameOfAttempt } from '../earlierTries.ts'
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
const rowOf = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const tab = (page: Page) => page.getByRole('navigation', { name: 'Cockpit' }).getByRole('link', { name: cockpitTabLabels.stuck })

async function failAccount(name: string) {
  const refusal = product.simulator.faults.add({
    service: 'servicenow',
    method: 'POST',
    action: { kind: 'status', status: 403, body: { error: { message: 'Insufficient rights', detail: '' }, status: 'failure' } },
  })
  const account = await approveAll(product, name, { connectivity: 'none' })
  const statusOf = async () =>
    (await product.db.selectFrom('work_runs').select('status').where('id', '=', account.runId).executeTakeFirstOrThrow()).status
  await until(async () => (await statusOf()) === 'failed')
  product.simulator.faults.remove(refusal)
  return { ...account, statusOf }
}

it('says that nothing is stuck, the same on every page', async () => {
  const { page, complaints } = await product.visitAs('Niamh', '/app/work/stuck')
  await page.getByText(stuckLabels.none, { exact: true }).waitFor()
  expect(await tab(page).innerText()).not.toMatch(/\d/)
  await page.goto(`${product.url}/app/work`)
  await page.getByRole('link').filter({ hasText: stuckLabels.none }).waitFor()
  expect(complaints).toEqual([])
})

it('leads from Home to what is stuck, and retries it by keyboard', async () => {
  const [waitedFor, lab] = [nameOfAttempt('waited-for'), nameOfAttempt('left-over')]
  await makeSandbox(product.db, { name: lab, owners: [product.persona('Priya').id], status: 'quarantined' })
  const account = await failAccount(waitedFor)
  const { page, complaints } = await product.visitAs('Niamh', '/app/')
  await page
    .getByRole('region', { name: /^Your tasks/ })
    .getByRole('link', { name: /runs? stuck/ })
    .click()
  await rowOf(page, waitedFor).waitFor()
  expect(await rowOf(page, lab).count()).toBe(0)
  await page.getByRole('combobox', { name: stuckLabels.kind }).click()
  await page.getByRole('option', { name: stuckLabels.anyKind }).click()
  await rowOf(page, lab).getByText(stuckStates.quarantined.word).waitFor()
  const names = (await table(page).getByRole('rowheader').allInnerTexts()).map((text) => text.split('\n')[0])
  expect(names.indexOf(waitedFor)).toBeLessThan(names.indexOf(lab))
  await rowOf(page, waitedFor).getByText(product.persona('Priya').displayName).waitFor()
  await tab(page).getByText(String(names.length), { exact: true }).waitFor()

  // A sandbox without a run says why it can't be retried.
  await rowOf(page, lab)
    .getByRole('button', { name: /^Retry/ })
    .focus()
  await page
    .getByText(/No run of this sandbox has failed/)
    .first()
    .waitFor({ state: 'attached' })
  await rowOf(page, waitedFor)
    .getByRole('button', { name: /^Retry/ })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByText('1 run retried').waitFor()
  await until(async () => (await account.statusOf()) === 'succeeded')
  await rowOf(page, waitedFor).waitFor({ state: 'detached' })
  await tab(page)
    .getByText(String(names.length - 1), { exact: true })
    .waitFor()

  await page.goto(`${product.url}/app/work`)
  await page.getByRole('link').filter({ hasText: 'Oldest:' }).click()
  await rowOf(page, lab).getByRole('link', { name: lab }).click()
  await page.getByText(failureLabels.noRun).first().waitFor()
  await page.goto(`${product.url}/app/work/stuck?kind=rollout`)
  await page.getByText(stuckLabels.noMatch, { exact: true }).waitFor()
  await page.getByRole('button', { name: stuckLabels.all }).click()
  await rowOf(page, lab).waitFor()
  expect(complaints).toEqual([])
  const url = `${product.url}/app/work/stuck`
  expect([...(await violationsAt(page, url, 'light', 1440)), ...(await violationsAt(page, url, 'dark', 390))]).toEqual([])
})

it('retries selected items of another kind with the same button', async () => {
  const { title } = queueTitles.groupAlerts
  await sql`insert into pgboss.job (name, state, completed_on, data, output) values ('groupAlerts', 'failed', now(), '{}', '{"message":"No answer."}')`.execute(
    product.db,
  )
  const { page, complaints } = await product.visitAs('Niamh', '/app/work/stuck?kind=queue')
  await rowOf(page, title).getByText('No answer.').waitFor()
  await rowOf(page, title).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await page.getByText(`${title}: 1 job retried`).waitFor()
  await page.getByText(stuckLabels.noMatch, { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

it('shows why the list can’t be loaded, and tells other people who can see it', async () => {
  const { page } = await product.visitAs('Niamh', '/app/')
  await page.route(
    ({ pathname }) => pathname === '/work/stuck',
    (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now.' } }),
  )
  await page.goto(`${product.url}/app/work/stuck?kind=${Object.keys(stuckKindLabels)[0]}`)
  await page
    .getByRole('button', { name: /^(Retry|Try again)/ })
    .first()
    .waitFor()
  const { page: other } = await product.visitAs('Priya', '/app/work/stuck')
  await other.getByText(/Only administrators and auditors/).waitFor()
  expect(await other.getByRole('grid').count()).toBe(0)
})
