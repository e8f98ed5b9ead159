import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { accountOf, grantAccessTo, isIn } from '../../server/features/access/assignments/access.fixture.ts'
import { expireAccess } from '../../server/features/access/assignments/end/expireAccess.ts'
import {
  changeEndLabels,
  endAccessLabels,
  grantLabels,
  groupsPanelLabels,
  liftMaximumLabels,
  membersLabels,
  ownAccessLabels,
  requestAccessLabels,
  shortestReason,
} from '../../web/features/access/assignments/labels.ts'
import { decisions } from '../../web/features/approvals/inbox/labels.ts'
import { reasonField } from '../../web/shared/formLabels.ts'
import { startTestApp } from '../app.ts'
import { until } from '../until.ts'
import { type Product, startProductWith } from './product.ts'

const dayMs = 86_400_000
let clockOffsetMs = 0
let product: Product
beforeAll(async () => {
  product = await startProductWith((options) => startTestApp({ ...options, now: () => new Date(Date.now() + clockOffsetMs) }))
})
afterAll(() => product?.close())

const tabOf = (account: { id: string }) => `/app/accounts/${account.id}?tab=access`
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type]), [role=alertdialog]')
const group = (page: Page, suffix: string) =>
  page.getByRole('list', { name: groupsPanelLabels.title }).locator('> li').filter({ hasText: suffix })

beforeEach(() => {
  clockOffsetMs = 0
})

it('extends access without interruption, and revokes it at its end date', async () => {
  const account = accountOf(product, 0)
  const { group: row } = await grantAccessTo(product, account, { suffix: 'contributors', durationHours: 24 * 10 })
  const [priya, daniel] = await Promise.all([
    product.visitAs('Priya', tabOf(account)),
    product.visitAs('Daniel', '/app/approvals', { colorScheme: 'dark' }),
  ])
  const ownGroup = group(priya.page, row.name)
  await ownGroup.getByText(new RegExp(`${ownAccessLabels.member}, 9 d\\b`)).waitFor()
  await ownGroup.getByRole('button', { name: ownAccessLabels.extend }).click()
  await dialog(priya.page).getByText(requestAccessLabels.extension).waitFor()
  await dialog(priya.page).getByLabel(reasonField.label).fill('The baskets still empty themselves on Fridays.')
  await dialog(priya.page).getByRole('button', { name: requestAccessLabels.submit }).click()
  await ownGroup.getByText(new RegExp(`AXS-\\d{4}-\\d{4}: ${ownAccessLabels.waitingForOwner}`)).waitFor()

  const { page } = daniel
  await page.getByRole('link', { name: account.name }).first().click()
  await page.getByRole('button', { name: decisions.approve.label, exact: true }).click()
  await page.getByRole('button', { name: decisions.approve.label }).last().click()
  await ownGroup.getByText(new RegExp(`${ownAccessLabels.member}, 39 d\\b`)).waitFor()

  await page.goto(product.url + tabOf(account))
  await group(page, row.name).getByRole('button', { name: groupsPanelLabels.member }).click()
  const members = page.getByRole('list', { name: membersLabels.list(row.name) })
  await members.getByText(/ AXS-\d{4}-\d{4}/).waitFor()
  await members.getByRole('button', { name: membersLabels.more(product.persona('Priya').displayName, row.name) }).click()
  await page.getByRole('menuitem', { name: changeEndLabels.title }).click()
  const lastDay = new Date(Date.now() + 5 * dayMs).toISOString().slice(0, 10)
  await dialog(page).getByLabel(changeEndLabels.lastDay).fill(lastDay)
  await dialog(page).getByRole('button', { name: changeEndLabels.title }).click()
  await ownGroup.getByText(new RegExp(`${ownAccessLabels.member}, [45] d\\b`)).waitFor()
  expect(await isIn(product, 'Priya', row.directory_group_id!)).toBe(true)

  clockOffsetMs = 7 * dayMs
  expect(await expireAccess(product.context)).toBe(1)
  await product.drain()
  expect(await isIn(product, 'Priya', row.directory_group_id!)).toBe(false)
  const revisited = await product.visitAs('Priya', tabOf(account))
  await group(revisited.page, row.name).getByRole('button', { name: requestAccessLabels.title }).waitFor()
  clockOffsetMs = 0
  expect([...priya.browserErrors, ...daniel.browserErrors, ...revisited.browserErrors]).toEqual([])
})

it('lets an administrator grant and revoke access', async () => {
  const account = accountOf(product, 1)
  const name = `az-${account.name}-contributors`
  const { page, browserErrors } = await product.visitAs('Niamh', tabOf(account))
  await group(page, name)
    .getByRole('button', { name: groupsPanelLabels.more(name) })
    .click()
  await page.getByRole('menuitem', { name: grantLabels.title }).click()
  const form = dialog(page)
  await form.getByRole('button', { name: grantLabels.title }).click()
  await form.getByText(grantLabels.noPerson).waitFor()
  await form.getByRole('combobox', { name: grantLabels.person }).fill('Tomasz')
  await page
    .getByRole('option', { name: /Tomasz/ })
    .first()
    .click()
  await form.getByLabel(reasonField.label).fill('He helps with the release on Friday night.')
  await form.getByRole('button', { name: grantLabels.title }).click()
  await form.waitFor({ state: 'detached' })
  await group(page, name).getByRole('button', { name: groupsPanelLabels.member }).click()
  const members = page.getByRole('list', { name: membersLabels.list(name) })
  const tomasz = members.getByRole('listitem').filter({ hasText: 'Tomasz' })
  await tomasz.getByText(new RegExp(`${product.persona('Niamh').displayName} .*He helps with the release`)).waitFor()
  await tomasz.locator('time').nth(1).waitFor()
  await tomasz.getByRole('button', { name: membersLabels.more(product.persona('Tomasz').displayName, name) }).click()
  await page.getByRole('menuitem', { name: endAccessLabels.revoke }).click()
  await form.getByText(endAccessLabels.otherGroups).waitFor()
  await form.getByRole('button', { name: endAccessLabels.revoke }).click()
  await tomasz.waitFor({ state: 'detached' })
  const row = await product.db.selectFrom('access_groups').select('directory_group_id').where('name', '=', name).executeTakeFirstOrThrow()
  await until(async () => !(await isIn(product, 'Tomasz', row.directory_group_id!)))
  expect(browserErrors).toEqual([])
})

it('lets an administrator lift the maximum duration of one membership, then remove its end date', async () => {
  const account = accountOf(product, 4)
  const { group: row, assignment } = await grantAccessTo(product, account, { suffix: 'contributors', durationHours: 24 })
  const { page, browserErrors } = await product.visitAs('Niamh', tabOf(account))
  await group(page, row.name).getByRole('button', { name: groupsPanelLabels.member }).click()
  const members = page.getByRole('list', { name: membersLabels.list(row.name) })
  const openMoreMenu = () =>
    members.getByRole('button', { name: membersLabels.more(product.persona('Priya').displayName, row.name) }).click()
  await openMoreMenu()
  await page.getByRole('menuitem', { name: liftMaximumLabels.title }).click()
  await dialog(page).getByRole('button', { name: liftMaximumLabels.confirm }).click()
  await dialog(page).getByText(reasonField.tooShort(shortestReason)).waitFor()
  await dialog(page).getByLabel(reasonField.label).fill('On call')
  await dialog(page).getByRole('button', { name: liftMaximumLabels.confirm }).click()
  await dialog(page).getByText(reasonField.tooShort(shortestReason)).waitFor()
  await dialog(page).getByLabel(reasonField.label).fill('She is on call for it all year.')
  await dialog(page).getByRole('button', { name: liftMaximumLabels.confirm }).click()
  const line = members.getByText(membersLabels.lifted(product.persona('Niamh').displayName, 'She is on call for it all year.'), {
    exact: true,
  })
  await line.waitFor()
  expect(await line.evaluate((span) => getComputedStyle(span).textOverflow)).not.toBe('ellipsis')
  await openMoreMenu()
  expect(await page.getByRole('menuitem', { name: liftMaximumLabels.title }).count()).toBe(0)
  await page.getByRole('menuitem', { name: changeEndLabels.title }).click()
  await dialog(page).getByLabel(changeEndLabels.permanent).check()
  await dialog(page).getByRole('button', { name: changeEndLabels.title }).click()
  await members.getByText(changeEndLabels.permanent).waitFor()
  const stored = await product.db
    .selectFrom('group_assignments')
    .select('ends_at')
    .where('id', '=', assignment.id)
    .executeTakeFirstOrThrow()
  expect([stored.ends_at, browserErrors]).toEqual([null, []])
})
