import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { invalidate } from '../../server/clients/cached.ts'
import { accountOf } from '../../server/features/accounts/groups/groups.fixture.ts'
import { accountTabLabels } from '../../web/features/accounts/accounts/labels.ts'
import { reasonLabels, unmanagedLabels } from '../../web/features/accounts/insights/groupLabels.ts'
import { insightLabels, insightPanels, tagsLabels } from '../../web/features/accounts/insights/labels.ts'
import { hubName, subnetsLabel } from '../../web/features/accounts/insights/networkLabels.ts'
import { describeRecurrence, describeRetention, describeZone } from '../../web/features/accounts/insights/protectionLabels.ts'
import { tagNameProblems } from '../../web/features/accounts/insights/tagsRules.ts'
import { accountFieldLabels } from '../../web/shared/accountFieldLabels.ts'
import { tagLabels } from '../../web/shared/formLabels.ts'
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
const oneResource = new RegExp(`^${accountTabLabels.select} (?!${accountTabLabels.selectAll.slice(accountTabLabels.select.length + 1)})`)
const measureOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

it('draws the network with free IP addresses and peerings, without sideways scrolling on a phone', async () => {
  const account = listOwnAccounts().find(({ network }) => network.connectivity === 'corporate')!
  const { page, browserErrors } = await product.visitAs('Daniel', tab(account.id, 'network'))
  const picture = page.getByRole('img', {
    name: new RegExp(`^${account.network.addressSpaces[0]!.replaceAll('.', '\\.')}: snet-app .* free`),
  })
  await picture.waitFor()
  await page.getByText(hubName(account.region)).waitFor()
  const subnets = page.getByRole('grid', { name: subnetsLabel('') })
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
  await panel(page, insightPanels.backup.title).getByText(uiLabels.loadFailed(insightPanels.backup.subject)).waitFor()
  const niamh = product.as(product.persona('Niamh').id)
  const { schedules } = (await niamh.get(`/accounts/${account.id}/updateManagementSchedules`)).body
  await panel(page, insightPanels.patching.title).getByText(describeRecurrence(schedules[0])).waitFor()
  expect(await panel(page, insightPanels.patching.title).getByRole('listitem').filter({ hasText: '02:00–05:55' }).count()).toBe(3)
  product.simulator.faults.remove(fault)
  await panel(page, insightPanels.backup.title).getByRole('button', { name: uiLabels.retry }).click()
  const { policies } = (await niamh.get(`/accounts/${account.id}/rsvPolicies`)).body
  const { timeZone, rules } = policies[0]
  const [rule] = rules
  await panel(page, insightPanels.backup.title)
    .getByText(`${rule.schedule} (${describeZone(timeZone)})`)
    .waitFor()
  await panel(page, insightPanels.backup.title).getByText(describeRetention(rule.retention)).waitFor()
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
  expect(await row(grace.page).getByRole('button', { name: unmanagedLabels.adopt }).getAttribute('aria-disabled')).toBe('true')
  await row(page)
    .getByRole('button', { name: `${unmanagedLabels.adopt} ${name}` })
    .click()
  await dialog(page).getByLabel(accountFieldLabels.costCentre).fill('!')
  await dialog(page).getByRole('button', { name: unmanagedLabels.adopt }).click()
  await until(async () => (await dialog(page).getByLabel(accountFieldLabels.costCentre).getAttribute('aria-invalid')) === 'true')
  await dialog(page).getByLabel(accountFieldLabels.costCentre).fill('CC-7001')
  await dialog(page).getByRole('button', { name: unmanagedLabels.adopt }).click()
  for (const viewedPage of [page, grace.page]) await row(viewedPage).waitFor({ state: 'detached' })
  const group = await product.context.clients.arm.getResourceGroup(account.subscriptionId, name)
  expect(group?.tags).toEqual({ managedBy: 'slipway', costCentre: 'CC-7001', owner: product.persona('Daniel').email })
  expect(browserErrors).toEqual([])
})

it('changes the tags of several resources, explains failures and retries them', async () => {
  const account = accountOf(product, 1)
  const { page, browserErrors } = await product.visitAs('Daniel', tab(account.id, 'resources'))
  const boxes = page.getByRole('checkbox', { name: oneResource })
  await boxes.first().waitFor()
  const named: string[] = []
  for (const index of [0, 1, 2]) {
    named.push((await boxes.nth(index).getAttribute('aria-label'))!.slice(accountTabLabels.select.length + 1))
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
  await dialog(page).getByLabel(tagLabels.name(1)).fill('azure-team')
  await dialog(page).getByText(tagNameProblems.reserved).first().waitFor()
  expect(await dialog(page).getByRole('button', { name: tagsLabels.save }).getAttribute('aria-disabled')).toBe('true')
  await dialog(page).getByLabel(tagLabels.name(1)).fill('squad')
  await dialog(page).getByLabel(tagLabels.value(1)).fill('basket')
  await dialog(page).getByRole('button', { name: tagsLabels.save }).click()
  await dialog(page).getByText(tagsLabels.changed(2)).waitFor()
  await dialog(page).getByRole('list', { name: tagsLabels.notChanged }).getByText('The scope is locked.', { exact: false }).waitFor()
  product.simulator.faults.remove(fault)
  await dialog(page)
    .getByRole('button', { name: tagsLabels.retry(1) })
    .click()
  await dialog(page).getByText(tagsLabels.changed(3)).waitFor()
  await dialog(page).getByRole('button', { name: tagsLabels.done }).click()
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
  await page.getByRole('link', { name: accountTabLabels.resources, exact: true }).click()
  await page.getByLabel(accountTabLabels.searchResources).waitFor()
  expect(await page.getByText(insightLabels.refreshing).count()).toBeGreaterThan(0)
  product.simulator.faults.remove(fault)
  await page.getByText(accountTabLabels.counted(5_000, 5_000)).waitFor()
  const rows = () => page.getByRole('checkbox', { name: oneResource }).count()
  const types = await page.getByRole('checkbox', { name: accountTabLabels.selectAll }).count()
  expect(await rows()).toBeLessThanOrEqual(20 * types)
  const disks = panel(page, /^Disks/)
  await disks.getByRole('button', { name: accountTabLabels.next }).click()
  await disks.getByText(/^21–40 of /).waitFor()
  expect(await rows()).toBeLessThanOrEqual(20 * types)
  await page.getByLabel(accountTabLabels.searchResources).fill('disk-batch-0123')
  await page.getByText(accountTabLabels.counted(1, 5_000)).waitFor()
  expect(browserErrors).toEqual([])
})
