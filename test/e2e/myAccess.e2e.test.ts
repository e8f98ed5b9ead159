import type { Page } from 'playwright-core'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountOf, justification, requestAccess } from '../../server/features/access/assignments/access.fixture.ts'
import { accessEvidenceLabels } from '../../server/features/access/assignments/accessLabels.ts'
import { accountOwnerStage, endAccessLabels, ownAccessLabels, requestAccessLabels } from '../../web/features/access/assignments/labels.ts'
import { accessRequestsLabels, myAccessLabels } from '../../web/features/access/requests/myAccessLabels.ts'
import { decisions } from '../../web/features/approvals/inbox/labels.ts'
import { approvalLabels } from '../../web/shared/approvalLabels.ts'
import { reasonField } from '../../web/shared/formLabels.ts'
import { describeRequestStatus } from '../../web/shared/requestStatus.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { previousAttempts } from '../previousAttempts.ts'
import { emptyInbox } from './emptyInbox.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const dayMs = 86_400_000
const account = (name: string) => product.company.accounts.find((item) => item.name === name)!
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const panel = (page: Page, name: string) => page.getByRole('region', { name })
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

const waitingForOwner = describeRequestStatus(
  { status: 'pending_approval', waitingFor: accountOwnerStage, requester: { id: '', displayName: '' } },
  {},
  () => ({ tone: 'ok', sentence: '' }),
).sentence

const groupOf = (name: string) => product.db.selectFrom('access_groups').selectAll().where('name', '=', name).executeTakeFirstOrThrow()

async function give(name: string, { since, left, status = 'active' }: { since: number; left: number; status?: 'active' | 'expired' }) {
  const group = await groupOf(name)
  const priya = product.persona('Priya').id
  if (status === 'active') await product.context.clients.graph.addGroupMember(group.directory_group_id!, priya)
  await product.db.deleteFrom('group_assignments').where('group_id', '=', group.id).where('person_id', '=', priya).execute()
  await product.db
    .insertInto('group_assignments')
    .values({
      id: uuidv7(),
      group_id: group.id,
      person_id: priya,
      via: 'admin',
      request_id: null,
      granted_by: product.persona('Niamh').id,
      reason: 'For the release of the new basket.',
      starts_at: new Date(Date.now() - since * dayMs),
      ends_at: new Date(Date.now() + left * dayMs),
      status,
    })
    .execute()
}

it('lets a person request access, edit the request, and extend and end the access', async () => {
  const name = ['checkout-basket-prod', 'checkout-click-collect-prod', 'checkout-order-confirm-prod'][previousAttempts()]!
  const group = `az-${name}-contributors`
  await emptyInbox(product, 'Daniel')
  const [priya, daniel] = await Promise.all([product.visitAs('Priya', '/app/access'), product.visitAs('Daniel', '/app/access/requests')])
  await waitForText(priya.page, myAccessLabels.none)
  const { id: groupId } = await groupOf(group)
  const body = { groupId, justification, durationHours: 24 }
  await product.as(product.persona('Priya').id).post(`/accounts/${account(name).id}/accessRequests`, body)
  const waits = panel(priya.page, myAccessLabels.requests)
  await waits.getByText(waitingForOwner).waitFor()
  await waits.getByText(/Daniel Okoro/).waitFor()
  await waits.getByRole('button', { name: myAccessLabels.edit }).click()
  await dialog(priya.page).getByLabel(reasonField.label).fill('To find out why baskets empty themselves on Fridays.')
  await dialog(priya.page).getByRole('button', { name: myAccessLabels.resubmit }).click()
  await dialog(priya.page).waitFor({ state: 'detached' })

  await waitForText(daniel.page, waitingForOwner)
  await daniel.page.getByRole('link', { name: /^AXS-/ }).first().click()
  await waitForText(daniel.page, 'To find out why baskets empty themselves on Fridays.')
  await daniel.page.getByRole('link', { name: approvalLabels.decide }).click()
  await waitForText(daniel.page, accessEvidenceLabels.team)
  await waitForText(daniel.page, accessEvidenceLabels.changesProduction)
  await daniel.page.getByRole('button', { name: decisions.approve.label, exact: true }).click()
  await daniel.page.getByRole('button', { name: decisions.approve.label }).last().click()

  const accessPanel = panel(priya.page, myAccessLabels.access).getByRole('listitem').filter({ hasText: group })
  await accessPanel.getByText(new RegExp(`${myAccessLabels.timeLeft('')}$`)).waitFor()
  await waitForText(priya.page, myAccessLabels.noRequests)
  await accessPanel.getByRole('button', { name: ownAccessLabels.extend }).click()
  await dialog(priya.page).getByText(requestAccessLabels.extension).waitFor()
  await dialog(priya.page).getByLabel(reasonField.label).fill('The fix goes out next week, so I stay with it.')
  await dialog(priya.page).getByRole('button', { name: requestAccessLabels.submit }).click()
  await accessPanel.getByRole('link', { name: /^AXS-/ }).nth(1).waitFor()
  expect(await accessPanel.getByRole('button', { name: ownAccessLabels.extend }).getAttribute('aria-disabled')).toBe('true')
  await accessPanel.getByRole('button', { name: myAccessLabels.leave }).click()
  await dialog(priya.page).getByRole('button', { name: endAccessLabels.leave }).click()
  await accessPanel.waitFor({ state: 'detached' })
  await panel(priya.page, myAccessLabels.ended).getByRole('heading', { name: group, exact: true }).waitFor()
  const members = await product.context.clients.graph.listDirectMembers((await groupOf(group)).directory_group_id!)
  expect(members.map(({ id }) => id)).not.toContain(product.persona('Priya').id)
  expect([...priya.browserErrors, ...daniel.browserErrors]).toEqual([])
})

it('shows the remaining time of access that ends soon, and finds requests by their text', async () => {
  await give('az-checkout-basket-test-readers', { since: 60, left: 5 })
  await requestAccess(product, accountOf(product, 5))
  await give('az-checkout-payments-prod-readers', { since: 30, left: -2, status: 'expired' })
  const { page, browserErrors } = await product.visitAs('Priya', '/app/access')
  const accessPanel = panel(page, myAccessLabels.access).getByRole('listitem').filter({ hasText: 'az-checkout-basket-test-readers' })
  await accessPanel.getByRole('meter').waitFor()
  await accessPanel.getByText(new RegExp(` ${product.persona('Niamh').displayName} `)).waitFor()
  await panel(page, myAccessLabels.ended)
    .getByRole('button', { name: `${myAccessLabels.newRequest} az-checkout-payments-prod-readers` })
    .click()
  await dialog(page).getByRole('heading', { name: requestAccessLabels.title }).waitFor()
  await page.keyboard.press('Escape')

  const all = await product.visitAs('Niamh', '/app/access/requests')
  await all.page.goto(`${product.url}/app/access/requests?filter=status==expired`)
  await waitForText(all.page, accessRequestsLabels.none)
  await all.page.getByRole('button', { name: accessRequestsLabels.clear }).last().click()
  await all.page.getByRole('link', { name: /^AXS-/ }).first().waitFor()
  await all.page.goto(`${product.url}/app/access/requests/019d0000-0000-7000-8000-000000000000`)
  await waitForText(all.page, shellLabels.notFound('request'))
  expect([...browserErrors, ...all.browserErrors]).toEqual([])
})
