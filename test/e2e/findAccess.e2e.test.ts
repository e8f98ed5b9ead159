import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { abilityById } from '../../server/features/access/groups/abilities.ts'
import { matchReasons, tooBroadLabel } from '../../server/features/access/groups/explain.ts'
import { roleIds } from '../../server/features/accounts/groups/groups.fixture.ts'
import { allActionsLabels } from '../../server/features/accounts/groups/roleLabels.ts'
import { builtInRoles } from '../../simulator/arm/builtInRoles.ts'
import { describeHours, ownAccessLabels, requestAccessLabels } from '../../web/features/access/assignments/labels.ts'
import { conflictLabels, editGroupLabels, findLabels } from '../../web/features/access/groups/groupLabels.ts'
import { rolesPageLabels } from '../../web/features/access/pim/labels.ts'
import { decisions } from '../../web/features/approvals/inbox/labels.ts'
import { paths } from '../../web/paths.ts'
import { reasonField } from '../../web/shared/formLabels.ts'
import { previousAttempts } from '../previousAttempts.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const results = (page: Page) => page.getByRole('list', { name: findLabels.results }).getByRole('heading')
const groupId = async (name: string) =>
  (await product.db.selectFrom('access_groups').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

it('finds the group with the least privilege for a search, and grants access to it', async () => {
  // A retry needs another person, because the earlier person is a member already.
  const newcomer = ['Priya', 'Tomasz', 'Samuel'][previousAttempts()]!
  const [priya, daniel] = await Promise.all([product.visitAs(newcomer, '/app/access/find'), product.visitAs('Daniel', '/app/approvals')])
  const { page } = priya
  await page.getByLabel(findLabels.question).fill('dpeloy to bakset test')
  const firstResult = page.getByRole('list', { name: findLabels.results }).locator('> li').first()
  await firstResult.getByText('az-checkout-basket-test-deployers', { exact: true }).waitFor()
  await firstResult.getByText(matchReasons.action([abilityById.get('webApps.deploy')!.does])).waitFor()
  await firstResult.getByText(findLabels.best).waitFor()
  await waitForText(page, 'bakset')
  expect(new URL(page.url()).searchParams.get('q')).toBe('dpeloy to bakset test')
  await waitForText(page, tooBroadLabel)

  await firstResult.getByRole('button', { name: findLabels.request }).click()
  const form = dialog(page)
  await form.getByText('Daniel Okoro').waitFor()
  await form.getByLabel(reasonField.label).fill('To release the new basket on Friday.')
  await form.getByRole('button', { name: requestAccessLabels.submit }).click()
  await firstResult.getByText(/^AXS-/).waitFor()

  await daniel.page.getByRole('link', { name: 'checkout-basket-test' }).first().click()
  await daniel.page.getByRole('button', { name: decisions.approve.label, exact: true }).click()
  await daniel.page.getByRole('button', { name: decisions.approve.label }).last().click()
  await firstResult.getByText(ownAccessLabels.member).waitFor()
  expect([...priya.browserErrors, ...daniel.browserErrors]).toEqual([])
})

it('focuses the search field of a screen that was opened from another one, except on touch screens', async () => {
  const fields = [
    [paths.findAccess(), findLabels.question],
    [paths.privilegedRoles(), rolesPageLabels.find],
  ] as const
  const { page, browserErrors } = await product.visitAs('Daniel')
  const link = (page: Page, href: string) => page.locator(`a[href="${href}"]`).filter({ visible: true }).first()
  for (const [href, field] of fields) {
    await link(page, href).click()
    await page.getByLabel(field).and(page.locator(':focus')).waitFor()
  }
  const phone = await product.visitAs('Daniel', paths.access(), { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  for (const [href, field] of fields) {
    await link(phone.page, href).click()
    await phone.page.getByLabel(field).waitFor()
    expect(await phone.page.evaluate(() => document.activeElement?.matches('input'))).toBe(false)
  }
  expect([...browserErrors, ...phone.browserErrors]).toEqual([])
})

it('filters, starts from an example, and reports words that match nothing', async () => {
  const { page, browserErrors } = await product.visitAs('Tomasz', '/app/access/find')
  await page.getByRole('button', { name: findLabels.firstExample }).click()
  await results(page).first().waitFor()
  await page.getByRole('combobox', { name: findLabels.role }).click()
  const { name: contributor } = builtInRoles.find(({ id }) => id === roleIds.contributor)!
  await page.getByRole('option', { name: new RegExp(`^${contributor}`) }).click()
  await page.getByRole('heading', { name: allActionsLabels.withoutAccess }).first().waitFor()
  expect(new URL(page.url()).searchParams.get('role')).not.toBeNull()
  await page.getByLabel(findLabels.question).fill('restart xyzzyplugh')
  await waitForText(page, findLabels.nothing('“xyzzyplugh”'))
  const subscription = '3f1c2b52-2222-4f3a-9b2e-0f4711f8afc8'
  await page
    .getByLabel(findLabels.question)
    .fill(`No permission for Microsoft.Web/sites/restart/action over scope /subscriptions/${subscription}`)
  await page.getByText(findLabels.unknownSubscription(subscription)).waitFor()
  await page.getByRole('link', { name: findLabels.openAccounts }).waitFor()
  await page.getByLabel(findLabels.question).fill('')
  await waitForText(page, findLabels.examples)
  expect(browserErrors).toEqual([])
})

it('lets an owner edit a group and add a separation-of-duties rule, which warns members of the other group', async () => {
  const name = 'az-checkout-basket-prod-deployers'
  const purpose = `For the Friday release crew, number ${previousAttempts() + 1}.`
  const { page, browserErrors } = await product.visitAs('Daniel', `/app/access/groups/${await groupId(name)}`)
  await page.getByRole('button', { name: editGroupLabels.edit }).click()
  const form = dialog(page)
  await form.getByLabel(editGroupLabels.description).fill(purpose)
  await form.getByRole('combobox', { name: editGroupLabels.maxDuration }).click()
  await page.getByRole('option', { name: describeHours(24 * 30) }).click()
  await form.getByRole('button', { name: editGroupLabels.save }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText(purpose, { exact: true }).waitFor()

  await page.getByRole('button', { name: conflictLabels.add }).click()
  await form.getByRole('combobox', { name: conflictLabels.other }).fill('basket-prod-secrets')
  await page.getByRole('option', { name: /az-checkout-basket-prod-secrets/ }).click()
  await form.getByLabel(reasonField.label).fill('Whoever deploys must not read the secrets.')
  await form.getByRole('button', { name: conflictLabels.add }).click()
  await page.getByRole('list', { name: conflictLabels.list }).getByText('az-checkout-basket-prod-secrets').waitFor()

  const secretsGroup = product.company.groups.find((each) => each.mailNickname === 'az-checkout-basket-prod-secrets')!
  await product.context.clients.graph.addGroupMember(secretsGroup.id, product.persona('Priya').id)
  const priya = await product.visitAs('Priya', `/app/access/groups/${await groupId(name)}`)
  await priya.page.getByRole('button', { name: requestAccessLabels.title }).click()
  await waitForText(priya.page, requestAccessLabels.conflict)

  await page.getByRole('button', { name: conflictLabels.removeFor('az-checkout-basket-prod-secrets') }).click()
  await form.getByRole('button', { name: conflictLabels.remove }).click()
  await waitForText(page, conflictLabels.none)
  expect([...browserErrors, ...priya.browserErrors]).toEqual([])
})
