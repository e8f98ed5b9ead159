import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askToRetire, retirableWith, rightsSeen } from '../../server/features/account-retirement/retirable.fixture.ts'
import { until } from '../until.ts'
import { screenshot } from './browser.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
  product.simulator.asyncDelayMs = 50
})
afterAll(() => product?.close())

const statusOf = async (id: string) =>
  (await product.db.selectFrom('accounts').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const untilStatus = (id: string, status: string) => until(async () => (await statusOf(id)) === status, 60_000)

/** Whoever may decide agrees, each in turn. */
async function approve(updateId: string): Promise<void> {
  const approval = await product.db.selectFrom('approvals').select('id').where('subject_id', '=', updateId).executeTakeFirstOrThrow()
  const stages = await product.db
    .selectFrom('approval_stages')
    .select('stage')
    .where('approval_id', '=', approval.id)
    .orderBy('stage')
    .execute()
  for (const { stage } of stages) {
    const { person_id } = await product.db
      .selectFrom('stage_approvers')
      .select('person_id')
      .where('approval_id', '=', approval.id)
      .where('stage', '=', stage)
      .executeTakeFirstOrThrow()
    const answer = await product.as(person_id).post(`/account-approvals/${approval.id}`, { decision: 'approve', stage })
    expect(answer.status).toBe(200)
  }
}

async function noSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
}

it('rehearses, asks, undoes; then takes the account down to the end, and restores it', async () => {
  const account = await retirableWith(product, 0, false)
  const rights = await rightsSeen(product, account)
  const { page, complaints } = await product.visitAs('Niamh', `/app/accounts/${account.id}`)

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Decommission' }).click()
  await page.getByRole('heading', { name: `Decommission ${account.name}`, level: 1 }).waitFor()
  await page.getByText('Nothing stands in the way.').waitFor()
  await page
    .getByRole('region', { name: 'What goes' })
    .getByText(/^\d+ resources in \d+ resource groups$/)
    .waitFor()
  await page.getByRole('region', { name: 'What depends on it' }).getByText('the company’s hub').waitFor()
  await page.getByRole('region', { name: 'Who decides' }).getByText('Family owner').waitFor()
  await screenshot(page, 'retire/rehearsal', { fullPage: true })
  await noSidewaysScroll(page)

  const ask = page.getByRole('button', { name: 'Ask to decommission' })
  expect(await ask.getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('textbox', { name: 'Why can it go?' }).fill('Its pilot has ended.')
  await page.getByRole('textbox', { name: /^Type/ }).fill(account.name)
  await ask.click()
  await page.getByRole('heading', { name: account.name, level: 1, exact: true }).waitFor()
  const update = await product.db.selectFrom('account_updates').selectAll().where('account_id', '=', account.id).executeTakeFirstOrThrow()
  expect([update.kind, update.status, update.reason]).toEqual(['decommission', 'pending_approval', 'Its pilot has ended.'])
  await approve(update.id)

  // The open page hears of it by itself.
  await page.getByText(/^Access is off\./).waitFor({ timeout: 60_000 })
  await page.getByText('Wait, in case somebody still needs it').waitFor()
  await until(async () => (await rightsSeen(product, account)).length === 0, 30_000)
  await screenshot(page, 'retire/grace', { fullPage: true })
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the decommissioning' }).click()
  await untilStatus(account.id, 'active')
  await page.getByText(/^Access is off\./).waitFor({ state: 'detached' })
  expect(await rightsSeen(product, account)).toEqual(rights)

  const again = await askToRetire(product, account)
  await page.getByText(/^Access is off\./).waitFor({ timeout: 60_000 })
  await until(async () => {
    const step = await product.db
      .selectFrom('work_steps as s')
      .innerJoin('work_runs as w', 'w.id', 's.run_id')
      .select('s.status')
      .where('w.subject_id', '=', again.id)
      .where('s.name', '=', 'waitOutGrace')
      .executeTakeFirstOrThrow()
    return step.status === 'waiting'
  }, 30_000)
  await page.getByRole('button', { name: 'Go on now…' }).click()
  const sure = page.getByRole('dialog', { name: `Remove everything in ${account.name} now?` })
  await sure.getByRole('textbox').fill(account.name)
  await screenshot(page, 'retire/go-on')
  await sure.getByRole('button', { name: 'Remove everything now' }).click()
  await untilStatus(account.id, 'decommissioned')
  await page.getByText(/^Decommissioned\. It can be restored/).waitFor()
  expect(await product.context.clients.arm.listResourceGroups(account.subscriptionId)).toEqual([])
  await screenshot(page, 'retire/gone', { fullPage: true })

  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  const restore = page.getByRole('dialog', { name: `Restore ${account.name}?` })
  await restore.getByText(/gone for good/).waitFor()
  await restore.getByRole('button', { name: 'Restore the account' }).click()
  await untilStatus(account.id, 'active')
  expect(await rightsSeen(product, account)).toEqual(rights)
  expect(complaints).toEqual([])
})

it('shows what stands in the way with what to do, and what could not be asked', async () => {
  const account = await retirableWith(product, 20, true)
  const scope = `/subscriptions/${account.subscriptionId}/resourceGroups/rg-${account.name}-data`
  product.simulator.state.collection<object>('arm.locks').set(`${scope.toLowerCase()}|hold`, {
    name: 'hold',
    scopeKey: scope.toLowerCase(),
    scopeId: scope,
    level: 'CanNotDelete',
    notes: 'Ask Finance first.',
  })
  const fault = product.simulator.faults.add({
    service: 'servicenow',
    action: { kind: 'status', status: 401, body: '<html>no</html>', headers: { 'content-type': 'text/html' } },
  })
  for (const [name, options] of [
    ['light-wide', {}],
    ['dark-wide', { colorScheme: 'dark' }],
    ['dark-phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
    ['light-phone', { viewport: { width: 390, height: 844 } }],
  ] as const) {
    const { page, complaints } = await product.visitAs('Niamh', `/app/accounts/${account.id}/decommission`, options)
    await page.getByText('1 thing stands in the way').waitFor()
    await page.getByText(/is locked by “hold” \(cannot be deleted\): Ask Finance first\./).waitFor()
    await page.getByText(/^Could not be asked: /).waitFor()
    const ask = page.getByRole('button', { name: 'Ask to decommission' })
    await ask.focus()
    await page.getByText('Something stands in the way; see above').first().waitFor({ state: 'attached' })
    await noSidewaysScroll(page)
    await screenshot(page, `retire/blocked-${name}`, { fullPage: true })
    expect(complaints).toEqual([])
  }
  product.simulator.faults.remove(fault)
})

it('tells a stranger why not', async () => {
  const account = await retirableWith(product, 40, false)
  const { page } = await product.visitAs('Tomasz', `/app/accounts/${account.id}/decommission`)
  await page.getByText('Only its owners and administrators may do this.').waitFor()
})
