import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessEvidenceLabels } from '../../server/features/access/assignments/accessLabels.ts'
import { createGroup } from '../../server/features/accounts/groups/create/steps.ts'
import { accountOf } from '../../server/features/accounts/groups/groups.fixture.ts'
import { allActionsLabels } from '../../server/features/accounts/groups/roleLabels.ts'
import {
  accountOwnerStage,
  deleteGroupLabels,
  groupsPanelLabels,
  newGroupLabels,
  ownAccessLabels,
  requestAccessLabels,
  shortestReason,
} from '../../web/features/access/assignments/labels.ts'
import { rolesPageLabels } from '../../web/features/access/pim/labels.ts'
import { decisions } from '../../web/features/approvals/inbox/labels.ts'
import { reasonField } from '../../web/shared/formLabels.ts'
import { gate } from '../gate.ts'
import { previousAttempts } from '../previousAttempts.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const account = (name: string) => product.company.accounts.find((item) => item.name === name)!
const tabOf = (name: string) => `/app/accounts/${account(name).id}?tab=access`
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const group = (page: Page, suffix: string) =>
  page.getByRole('list', { name: groupsPanelLabels.title }).getByRole('listitem').filter({ hasText: suffix })

it('grants requested access after an owner’s decision, without reloading the page', async () => {
  const name = ['checkout-basket-prod', 'checkout-click-collect-prod', 'checkout-order-confirm-prod'][previousAttempts()]!
  const [priya, daniel] = await Promise.all([product.visitAs('Priya', tabOf(name)), product.visitAs('Daniel', '/app/approvals')])
  const row = group(priya.page, `az-${name}-contributors`)
  await row.getByText(allActionsLabels.withoutAccess).waitFor()
  await row.getByRole('button', { name: requestAccessLabels.title }).click()
  const form = dialog(priya.page)
  await form.getByText(accountOwnerStage).waitFor()
  await form.getByText('Daniel Okoro').waitFor()
  await form.getByRole('button', { name: requestAccessLabels.submit }).click()
  await form.getByText(reasonField.tooShort(shortestReason)).waitFor()
  await form.getByLabel(reasonField.label).fill('To find out why baskets empty themselves on Fridays.')
  await form.getByRole('button', { name: requestAccessLabels.submit }).click()
  await waitForText(priya.page, new RegExp(`^AXS-\\d{4}-\\d{4}: ${ownAccessLabels.waitingForOwner}$`))

  const { page } = daniel
  await page.getByRole('link', { name }).first().click()
  await waitForText(page, accessEvidenceLabels.changesProduction)
  await waitForText(page, 'To find out why baskets empty themselves on Fridays.')
  await page.getByText(accessEvidenceLabels.currentAccess, { exact: true }).waitFor()
  await page.getByRole('button', { name: decisions.approve.label, exact: true }).click()
  const confirm = page.getByRole('button', { name: decisions.approve.label }).last()
  await confirm.click()
  await row.getByText(ownAccessLabels.member).waitFor()
  const members = await product.context.clients.graph.listDirectMembers(
    product.company.groups.find((each) => each.mailNickname === `az-${name}-contributors`)!.id,
  )
  expect(members.map(({ id }) => id)).toContain(product.persona('Priya').id)
  expect([...priya.browserErrors, ...daniel.browserErrors]).toEqual([])
})

it('lets an owner create a group, watch its steps, and delete it', async () => {
  const { name } = accountOf(product, 3)
  const { body: roles } = await product.as(product.persona('Daniel').id).get(`/accounts/${account(name).id}/roleDefinitions`)
  const secretsRole = roles.items.find((role: { name: string }) => /secrets user/i.test(role.name))
  const { page, browserErrors } = await product.visitAs('Daniel', tabOf(name))
  await page.getByRole('button', { name: groupsPanelLabels.create }).click()
  const form = dialog(page)
  await form.getByLabel(newGroupLabels.suffix).fill('vault-readers')
  await form.getByLabel(newGroupLabels.findRole).fill('secret')
  await form.getByLabel(secretsRole.name).check()
  const creationGate = gate(product.simulator, { service: 'graph', method: 'PATCH', path: '/groups\\(uniqueName' })
  await form.getByRole('button', { name: newGroupLabels.create }).click()
  await form.waitFor({ state: 'detached' })
  const row = group(page, `az-${name}-vault-readers`)
  await row.getByText(createGroup.title).waitFor()
  creationGate.open()
  await row.getByRole('button', { name: requestAccessLabels.title }).waitFor()
  await row.getByText(secretsRole.allowedActions[0]).waitFor()

  await row.getByRole('button', { name: groupsPanelLabels.more(`az-${name}-vault-readers`) }).click()
  await page.getByRole('menuitem', { name: deleteGroupLabels.confirm }).click()
  await form.getByRole('textbox').fill(`az-${name}-vault-readers`)
  await form.getByRole('button', { name: deleteGroupLabels.confirm }).click()
  await row.waitFor({ state: 'detached' })
  expect(browserErrors).toEqual([])
})

it('shows other people the groups, and the reason why they can’t do more', async () => {
  const { page, browserErrors } = await product.visitAs('Tomasz', tabOf('checkout-basket-prod'))
  await group(page, 'readers').first().waitFor()
  expect(await page.getByRole('button', { name: groupsPanelLabels.create }).getAttribute('aria-disabled')).toBe('true')
  await waitForText(page, rolesPageLabels.noneInAccount)
  expect(browserErrors).toEqual([])
})
