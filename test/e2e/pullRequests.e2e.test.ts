import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountOf } from '../../server/features/accounts/groups/groups.fixture.ts'
import { services } from '../../server/features/accounts/updates/services.fixture.ts'
import { pullOf, stepOf } from '../../server/features/services/pipelines/merging.fixture.ts'
import { publishChange } from '../../server/workflows/changes.ts'
import { accountTabLabels } from '../../web/features/accounts/accounts/labels.ts'
import { cockpitLabels } from '../../web/features/platform/cockpit/labels.ts'
import { checkLabels, failedUpdateLabels, mergeStatusLabels, pullRequestLabels } from '../../web/features/services/pipelines/labels.ts'
import { cancelLabel } from '../../web/shared/formLabels.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { newRequest } from '../newRequest.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
  product.context.config.merge = 'onRequest'
  product.simulator.asyncDelayMs = 40
})
afterAll(() => product?.close())

const path = '/app/work/pull-requests'
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const open = (page: Page, reference: string) =>
  page.getByRole('list', { name: pullRequestLabels.open }).getByRole('listitem').filter({ hasText: reference })

const mergeOf = (scope: Locator) => scope.getByRole('button', { name: pullRequestLabels.merge })

async function approvedChange(n: number) {
  const serviceUpdates = services(product)
  const account = accountOf(product, n)
  const update = await serviceUpdates.ask(account, { add: [], remove: [account.catalogueItemIds[0]!] })
  await serviceUpdates.vote('Ravi', update)
  return { id: update.id as string, reference: update.reference as string, branch: `slipway/${update.reference.toLowerCase()}` }
}
const loadMerged = (id: string) => until(async () => (await pullOf(product, id))?.state === 'merged')

it('shows a pull request, and merges only the reviewed commit', async () => {
  const unexpectedFile = `accounts/${nameOfAttempt('sneaked')}.md`
  const { page, browserErrors } = await product.visitAs('Niamh', path)
  await page.getByText(pullRequestLabels.none).waitFor()
  await page.getByText(failedUpdateLabels.none).waitFor()
  const change = await approvedChange(0)
  const row = open(page, change.reference)
  await row.getByText(mergeStatusLabels.ready).waitFor()
  await row.getByText(`plan ${checkLabels.success}`).waitFor()
  await mergeOf(row).click()
  await dialog(page).getByText(change.branch).waitFor()
  const files = dialog(page).getByRole('list', { name: pullRequestLabels.files }).getByRole('listitem')
  await files.first().waitFor()

  await product.context.clients.git.putFile({ path: unexpectedFile, branch: change.branch, content: 'in', message: 'One more' })
  await product.db.transaction().execute((tx) => publishChange(tx, { kind: 'accountUpdate', id: change.id }))
  await files.filter({ hasText: unexpectedFile }).waitFor()
  await dialog(page).getByText(pullRequestLabels.changed).waitFor()
  expect(await dialog(page).getByRole('button', { name: pullRequestLabels.merge }).getAttribute('aria-disabled')).toBe('true')
  await dialog(page).getByRole('button', { name: pullRequestLabels.confirmReview }).click()
  await dialog(page).getByText(pullRequestLabels.changed).waitFor({ state: 'detached' })
  expect(await pullOf(product, change.id)).toMatchObject({ state: 'open', ordered_sha: null })
  await dialog(page).getByRole('button', { name: cancelLabel }).click()

  await row.getByText(mergeStatusLabels.ready).waitFor()
  await mergeOf(row).click()
  await files.filter({ hasText: unexpectedFile }).waitFor()
  await dialog(page).getByRole('button', { name: pullRequestLabels.merge }).click()
  const pull = (await pullOf(product, change.id))!
  await page
    .getByText(pullRequestLabels.merged(pull.number))
    .or(page.getByText(pullRequestLabels.merging(pull.number)))
    .waitFor()
  await loadMerged(change.id)
  await page.getByText(pullRequestLabels.none).waitFor()
  await product.drain()
  expect(browserErrors).toEqual([])
})

it('shows why checks failed, and restarts stopped runs once they are fixed', async () => {
  const fault = product.simulator.faults.add({
    service: 'git',
    method: 'POST',
    path: '/pulls$',
    action: { kind: 'failAsync', code: 'PolicyDenied', message: 'The region is not allowed.' },
  })
  const changes = [await approvedChange(1), await approvedChange(2)]
  const { page, browserErrors } = await product.visitAs('Niamh', path)
  for (const { reference } of changes) {
    await open(page, reference).getByText(mergeStatusLabels.checksFailed).waitFor()
    await open(page, reference).getByText('The region is not allowed.').waitFor()
    const merge = mergeOf(open(page, reference))
    expect(await merge.getAttribute('aria-disabled')).toBe('true')
  }
  expect(await violationsAt(page, product.url + path, 'dark', 1440)).toEqual([])
  expect(await violationsAt(page, product.url + path, 'light', 390)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  product.simulator.faults.remove(fault)
  for (const { branch } of changes)
    await product.context.clients.git.putFile({ path: `accounts/${branch.slice(8)}.md`, branch, content: 'Allowed.', message: 'Mend' })
  const stoppedElement = page.getByRole('list', { name: failedUpdateLabels.updates }).getByRole('listitem')
  await expect.poll(() => stoppedElement.count()).toBe(2)
  await stoppedElement.first().getByRole('checkbox').check()
  await page.getByRole('button', { name: failedUpdateLabels.retrySelected(1) }).click()
  await page.getByText(failedUpdateLabels.retried(1)).waitFor()
  await expect.poll(() => stoppedElement.count()).toBe(1)
  await page.getByRole('button', { name: failedUpdateLabels.retryAll }).click()
  await page.getByText(failedUpdateLabels.none).waitFor()
  for (const { id, reference } of changes) {
    await open(page, reference).getByText(mergeStatusLabels.ready).waitFor()
    await expect.poll(async () => (await stepOf(product, id))?.status).toBe('waiting')
  }
  expect(browserErrors).toEqual([])
})

it('shows pull requests to auditors, with the reason why auditors can’t merge, even on a narrow screen', async () => {
  await approvedChange(3)
  const narrow = { viewport: { width: 390, height: 800 } }
  const [auditor, outsider] = [await product.visitAs('Grace', path, narrow), await product.visitAs('Tomasz', path, narrow)]
  await auditor.page.getByText(mergeStatusLabels.ready).first().waitFor()
  const merge = mergeOf(auditor.page.getByRole('list', { name: pullRequestLabels.open })).first()
  expect(await merge.getAttribute('aria-disabled')).toBe('true')
  await outsider.page.getByText(pullRequestLabels.denied).waitFor()
  for (const { page, browserErrors } of [auditor, outsider]) {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(browserErrors).toEqual([])
  }
})

it('causes at most one audit event per denied screen, however long the screen stays open', async () => {
  const priya = product.as(product.persona('Priya').id)
  const { id: request } = (await priya.post('/account-requests', newRequest(product, { name: nameOfAttempt('not-for-daniel-dev') })))
    .body as {
    id: string
  }
  const foreignAccountId = product.company.accounts.find(({ name }) => name === 'aks-cluster-lab-prod')!.id
  const { page } = await product.visit()
  await page.clock.install()
  await product.signInUnseen(page, 'Daniel')
  const deniedAt = async (address: string, text: string) => {
    const denialsBefore = await denied()
    await page.goto(`${product.url}/app${address}`)
    await page.getByText(text).first().waitFor()
    // The connection for live updates is open, and polling has had time to run.
    await page.evaluate(() => fetch('/me').then((response) => response.text()))
    await page.clock.fastForward(60_000)
    await page.evaluate(() => fetch('/me').then((response) => response.text()))
    return (await denied()).slice(denialsBefore.length)
  }
  expect(await deniedAt('/work', cockpitLabels.denied)).toEqual(['getRunsOverview'])
  expect(await deniedAt('/work/pull-requests', pullRequestLabels.denied)).toEqual(['listPullRequests'])
  expect(await deniedAt(`/requests/${request}`, shellLabels.notFound('request'))).toEqual(['getAccountRequest'])
  expect(await deniedAt(`/accounts/${foreignAccountId}?tab=resources`, accountTabLabels.resourcesHidden)).toEqual([])
})

async function denied(): Promise<string[]> {
  const daniel = product.persona('Daniel').id
  const events = await product.db
    .selectFrom('audit_events')
    .select('operation')
    .where('actor_id', '=', daniel)
    .where('outcome', '=', 'denied')
    .orderBy('at')
    .orderBy('id')
    .execute()
  return events.map(({ operation }) => operation)
}
