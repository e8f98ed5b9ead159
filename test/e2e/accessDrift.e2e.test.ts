import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compare, grantsIn, groupOf, membersOf } from '../../server/features/access/drift/drift.fixture.ts'
import { describeDifference } from '../../server/features/access/drift/labels.ts'
import { differencesTitle } from '../../server/features/access/drift/notifyOwners.ts'
import { accountOf } from '../../server/features/accounts/groups/groups.fixture.ts'
import { describeHours, permanent } from '../../web/features/access/assignments/labels.ts'
import { actionLabel, type Difference, describeEffect, driftPageLabels, outcomeOf } from '../../web/features/access/drift/driftLabels.ts'
import { notificationLabels } from '../../web/features/platform/notifications/labels.ts'
import { accessTabLabels, accessTabsLabel } from '../../web/shared/accessTabLabels.ts'
import { durationLabel, reasonField } from '../../web/shared/formLabels.ts'
import { until } from '../until.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const account = (name: string) => product.company.accounts.find((item) => item.name === name)!
const graph = () => product.context.clients.graph
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const differences = (page: Page, name: string) => page.getByRole('list', { name: driftPageLabels.list(name) }).getByRole('listitem')

const adopt = actionLabel('adopt', 'added')
const restore = actionLabel('restore', 'removed')

async function backdateScans(name: string): Promise<void> {
  const pastDate = new Date(Date.now() - 5 * 60_000)
  await product.db.updateTable('access_group_scans').set({ scanned_at: pastDate }).execute()
  const groups = product.db.selectFrom('access_groups').select('id').where('account_id', '=', account(name).id)
  await product.db.updateTable('group_assignments').set({ updated_at: pastDate }).where('group_id', 'in', groups).execute()
}

it('lets an owner keep a member who was added outside Slipway, and restore a member who was removed', async () => {
  const { name } = accountOf(product, 2)
  await compare(product, account(name))
  await backdateScans(name)
  const group = await groupOf(product, account(name), 'contributors')
  const { page, browserErrors } = await product.visitAs('Daniel', `/app/accounts/${account(name).id}?tab=access`)
  await page.getByText(driftPageLabels.none).waitFor()

  const priya = product.persona('Priya')
  const [existingMember] = await membersOf(product, group.directoryId)
  const removedName = product.company.people.find(({ id }) => id === existingMember)!.displayName
  await graph().addGroupMember(group.directoryId, priya.id)
  await graph().removeGroupMember(group.directoryId, existingMember!)
  await page.getByRole('button', { name: driftPageLabels.scan }).click()
  await page.getByText(driftPageLabels.found(2)).waitFor()
  await page.getByRole('link', { name: driftPageLabels.review(2) }).click()
  const rows = differences(page, name)
  const addedElement = rows.filter({ hasText: describeDifference('added', priya.displayName, group.name) })
  const removedElement = rows.filter({ hasText: describeDifference('removed', removedName, group.name) })
  await Promise.all([addedElement.waitFor(), removedElement.waitFor()])
  await page
    .getByRole('navigation', { name: accessTabsLabel })
    .getByRole('link', { name: new RegExp(`^${accessTabLabels.drift}.*2`) })
    .waitFor()

  await addedElement.getByRole('button', { name: adopt }).click()
  await dialog(page).getByRole('combobox', { name: durationLabel }).click()
  await page.getByRole('option', { name: describeHours(24 * 7) }).waitFor()
  expect(await page.getByRole('option', { name: permanent }).count()).toBe(0)
  await page.getByRole('option', { name: describeHours(24 * 7) }).click()
  await dialog(page).getByLabel(reasonField.label).fill('She covers for the team this week.')
  await dialog(page).getByRole('button', { name: adopt }).click()
  await addedElement.waitFor({ state: 'detached' })
  await removedElement.getByRole('button', { name: restore }).click()
  await dialog(page)
    .getByText(describeEffect('restore', 'removed', false))
    .waitFor()
  await dialog(page).getByRole('button', { name: restore }).click()
  await page.getByText(driftPageLabels.none).waitFor()
  await until(async () => (await membersOf(product, group.directoryId)).includes(existingMember!))
  await until(async () => (await grantsIn(product, group.id, priya.id))[0]?.status === 'active')
  const [grant] = await grantsIn(product, group.id, priya.id)
  expect(grant).toMatchObject({ via: 'adopted', granted_by: product.persona('Daniel').id })
  expect(Math.round((grant!.ends_at!.getTime() - Date.now()) / 3_600_000)).toBe(7 * 24)

  await page.getByRole('combobox', { name: driftPageLabels.status }).click()
  await page.getByRole('option', { name: driftPageLabels.resolved }).click()
  await rows
    .filter({ hasText: outcomeOf({ status: 'adopted', work: null } as unknown as Difference).text })
    .filter({ hasText: product.persona('Daniel').displayName })
    .getByText('She covers for the team this week.')
    .waitFor()
  expect(browserErrors).toEqual([])
})

it('notifies an owner, shows new differences automatically, and removes several people in one step', async () => {
  const { name } = accountOf(product, 3)
  await compare(product, account(name))
  await backdateScans(name)
  const [readers, contributors] = [await groupOf(product, account(name)), await groupOf(product, account(name), 'contributors')]
  const { page, browserErrors } = await product.visitAs('Daniel', `/app/access/drift?account=${account(name).id}`)
  await page.getByText(driftPageLabels.none).waitFor()
  const daniel = product.persona('Daniel')
  for (const { id } of [product.persona('Priya'), product.persona('Tomasz')]) await graph().addGroupMember(readers.directoryId, id)
  await graph().addGroupMember(contributors.directoryId, daniel.id)
  await compare(product, account(name))
  const rows = differences(page, name)
  await rows.nth(2).waitFor()
  await page.getByRole('button', { name: notificationLabels.title }).click()
  await page.getByRole('link', { name: differencesTitle(name, 3) }).click()
  await page.getByRole('list', { name: notificationLabels.title }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe(`?account=${account(name).id}`)

  const ownRow = rows.filter({ hasText: daniel.displayName })
  expect(await ownRow.getByRole('button', { name: adopt }).getAttribute('aria-disabled')).toBe('true')
  await page.getByLabel(driftPageLabels.selectAll(3, name)).check()
  const bar = page.getByRole('region', { name: driftPageLabels.selected })
  expect(await bar.getByRole('button', { name: `${adopt} (3)` }).getAttribute('aria-disabled')).toBe('true')
  await ownRow.getByRole('checkbox').uncheck()
  await bar.getByRole('button', { name: `${actionLabel('remove', 'added')} (2)` }).click()
  await dialog(page)
    .getByRole('button', { name: `${actionLabel('remove', 'added')} (2)` })
    .click()
  await until(async () => (await rows.count()) === 1)
  await until(async () => {
    const members = await membersOf(product, readers.directoryId)
    return ![product.persona('Priya'), product.persona('Tomasz')].some(({ id }) => members.includes(id))
  })
  await bar.waitFor({ state: 'detached' })
  expect(browserErrors).toEqual([])
})

it('shows no differences to people without accounts, and fits a narrow screen', async () => {
  const { page, browserErrors } = await product.visitAs('Tomasz', '/app/access/drift', { viewport: { width: 390, height: 800 } })
  await page.getByText(driftPageLabels.noGroups).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(browserErrors).toEqual([])
})
