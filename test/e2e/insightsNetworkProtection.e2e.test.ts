import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { invalidate } from '../../server/clients/cached.ts'
import { accountOf } from '../../server/features/accounts/groups/groups.fixture.ts'
import { accountTabLabels } from '../../web/features/accounts/accounts/labels.ts'
import { reasonLabels, unmanagedLabels } from '../../web/features/accounts/insights/groupLabels.ts'
import { insightLabels, tagsLabels } from '../../web/features/accounts/insights/labels.ts'
import { accountFieldLabels } from '../../web/shared/accountFieldLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())
// Azure’s responses to an earlier attempt are cached for a minute.
beforeEach(() => invalidate(product.context.clients, ''))

const cloud = () => product.company.accounts.filter(({ kind, status }) => kind === 'cloud' && status === 'active')
const listOwnAccounts = () => cloud().filter(({ ownerIds }) => ownerIds.includes(product.persona('Daniel').id))
const tab = (id: string, name: string) => `/app/accounts/${id}?tab=${name}`
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true })
const measureOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

it('draws the network with free IP addresses and peerings, without sideways scrolling on a phone', async () => {
  const account = listOwnAccounts().find(({ network }) => network.connectivity === 'corporate')!
  const { page, browserErrors } = await product.visitAs('Daniel', tab(account.id, 'network'))
  const picture = page.getByRole('img', {
    name: new RegExp(`^${account.network.addressSpaces[0]!.replaceAll('.', '\\.')}: snet-app .* free`),
  })
  await picture.waitFor()
  await page.getByText(/^Hub of /).waitFor()
  const subnets = page.getByRole('grid', { name: /^Subnets of / })
  expect(await subnets.getByRole('rowheader').allInnerTexts()).toEqual(['snet-app', 'snet-data', 'snet-private-endpoints'])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await measureOverflow(page)).toBe(0)
  expect(browserErrors).toEqual([])
})

it('describes backup policies and patch windows, and still shows one if the other fails', async () => {
  const account = cloud().find(({ name, environment }) => /payroll|ledger|treasury/.test(name) && environment === 'production')!
  const fault = product.simulator.faults.add({
    service: 'arm',
    path: 'RecoveryServices',
    action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'The vault is away.' } } },
  })
  const { page, browserErrors } = await product.visitAs('Niamh', tab(account.id, 'protection'))
  await panel(page, 'Backup').getByText('Couldn’t load backups').waitFor()
  await panel(page, 'Patching').getByText('Every month on the third Sunday at 02:00 for 3 h 55 min').waitFor()
  expect(await panel(page, 'Patching').getByRole('listitem').filter({ hasText: '02:00–05:55' }).count()).toBe(3)
  product.simulator.faults.remove(fault)
  await panel(page, 'Backup').getByRole('button', { name: uiLabels.retry }).click()
  await panel(page, 'Backup').getByText('Every day at 01:30 (London time)').waitFor()
  await panel(page, 'Backup')
    .getByText(/^Kept: each copy for 35 days; weekly copy of Sunday for 12 weeks/)
    .waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await measureOverflow(page)).toBe(0)
  expect(browserErrors).toEqual([])
})

it('lets an owner adopt a manually created resource group, and shows an auditor the action as disabled', async () => {
  const account = accountOf(product, 0)
  const name = nameOfAttempt('rg-quick-try')
  await product.context.clients.arm.putResourceGroup(account.subscriptionId, name, { location: 'uksouth' })
  const [{ page, browserErrors }, grace] = await Promise.all([
    product.visitAs('Daniel', tab(account.id, 'resources')),
    product.visitAs('Grace', tab(account.id, 'resources')),
  ])
  const row = (viewedPage: Page) => panel(viewedPage, unmanagedLabels.title).getByRole('listitem').filter({ hasText: name })
  await row(grace.page).getByText(reasonLabels.createdByApplication.label).waitFor()
  expect(
    await row(grace.page)
      .getByRole('button', { name: /^Adopt/ })
      .getAttribute('aria-disabled'),
  ).toBe('true')
  await row(page)
    .getByRole('button', { name: `Adopt ${name}` })
    .click()
  await dialog(page).getByLabel(accountFieldLabels.costCentre).fill('!')
  await dialog(page).getByRole('button', { name: 'Adopt' }).click()
  await until(async () => (await dialog(page).getByLabel(accountFieldLabels.costCentre).getAttribute('aria-invalid')) === 'true')
  await dialog(page).getByLabel(accountFieldLabels.costCentre).fill('CC-7001')
  await dialog(page).getByRole('button', { name: 'Adopt' }).click()
  for (const viewedPage of [page, grace.page]) await row(viewedPage).waitFor({ state: 'detached' })
  const group = await product.context.clients.arm.getResourceGroup(account.subscriptionId, name)
  expect(group?.tags).toEqual({ managedBy: 'slipway', costCentre: 'CC-7001', owner: product.persona('Daniel').email })
  expect(browserErrors).toEqual([])
})

it('changes the tags of several resources, explains failures and retries them', async () => {
  const account = accountOf(product, 1)
  const { page, browserErrors } = await product.visitAs('Daniel', tab(account.id, 'resources'))
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.first().waitFor()
  const named: string[] = []
  for (const index of [0, 1, 2]) {
    named.push((await boxes.nth(index).getAttribute('aria-label'))!.replace('Select ', ''))
    await boxes.nth(index).check()
  }
  const fault = product.simulator.faults.add({
    service: 'arm',
    method: 'PATCH',
    path: `/${named[1]}/providers/Microsoft.Resources/tags`,
    action: { kind: 'status', status: 409, body: { error: { code: 'ScopeLocked', message: 'The scope is locked.' } } },
  })
  await page
    .getByRole('region', { name: accountTabLabels.selectedResources })
    .getByRole('button', { name: accountTabLabels.editTags })
    .click()
  await dialog(page).getByLabel('Name of tag 1').fill('azure-team')
  await dialog(page).getByText('can’t start with microsoft, azure or windows', { exact: false }).first().waitFor()
  expect(await dialog(page).getByRole('button', { name: tagsLabels.save }).getAttribute('aria-disabled')).toBe('true')
  await dialog(page).getByLabel('Name of tag 1').fill('squad')
  await dialog(page).getByLabel('Value of tag 1').fill('basket')
  await dialog(page).getByRole('button', { name: tagsLabels.save }).click()
  await dialog(page).getByText('2 resources changed').waitFor()
  await dialog(page).getByRole('list', { name: tagsLabels.notChanged }).getByText('The scope is locked.', { exact: false }).waitFor()
  product.simulator.faults.remove(fault)
  await dialog(page).getByRole('button', { name: 'Retry 1 failed resource' }).click()
  await dialog(page).getByText('3 resources changed').waitFor()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  const currentResources = await product.context.clients.arm.listResources(account.subscriptionId)
  expect(
    currentResources
      .filter(({ tags }) => tags?.squad === 'basket')
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...named].sort())
  expect(browserErrors).toEqual([])
})

it('renders at most 20 rows per type for an account with 5,000 resources', async () => {
  const production = cloud().filter(({ environment }) => environment === 'production')
  const busiest = production.reduce((max, account) => (account.budget.amount > max.budget.amount ? account : max))
  const { page, browserErrors } = await product.visitAs('Niamh', `/app/accounts/${busiest.id}`)
  const fault = product.simulator.faults.add({
    service: 'arm',
    path: `${busiest.subscriptionId}/resources`,
    action: { kind: 'delay', ms: 1_500 },
  })
  await page.getByRole('link', { name: 'Resources', exact: true }).click()
  await page.getByLabel(accountTabLabels.searchResources).waitFor()
  expect(await page.getByText(insightLabels.refreshing).count()).toBeGreaterThan(0)
  product.simulator.faults.remove(fault)
  await page.getByText('5,000 resources, updated').waitFor()
  const rows = () => page.getByRole('checkbox', { name: /^Select (?!all)/ }).count()
  const types = await page.getByRole('checkbox', { name: /^Select all/ }).count()
  expect(await rows()).toBeLessThanOrEqual(20 * types)
  const disks = panel(page, /^Disks/)
  await disks.getByRole('button', { name: 'Next' }).click()
  await disks.getByText(/^21–40 of /).waitFor()
  expect(await rows()).toBeLessThanOrEqual(20 * types)
  await page.getByLabel(accountTabLabels.searchResources).fill('disk-batch-0123')
  await page.getByText('1 of 5,000 resources').waitFor()
  expect(browserErrors).toEqual([])
})
