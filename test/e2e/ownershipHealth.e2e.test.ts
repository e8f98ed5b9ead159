import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownersFinding } from '../../server/features/accounts/health/parts.ts'
import { syncDirectory } from '../../server/features/platform/directory/syncDirectory.ts'
import { patchPerson } from '../../simulator/core/directory.ts'
import { accountActionLabels, accountTabLabels } from '../../web/features/accounts/accounts/labels.ts'
import { type HealthPart, healthLabels } from '../../web/features/accounts/health/healthLabels.ts'
import { describeGap, gapLabels, proposeLabels } from '../../web/features/accounts/ownership/gapLabels.ts'
import { homeLabels } from '../../web/features/platform/home/homeLabels.ts'
import { previousAttempts } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
  await syncDirectory(product.context)
})
afterAll(() => product?.close())

const account = (name: string) => product.company.accounts.find((item) => item.name === name)!
const needs = (page: Page) => page.getByRole('region', { name: homeLabels.tasks })
const id = (givenName: string) => product.persona(givenName).id

async function removeFromCompany(name: string, index: number): Promise<string> {
  const leaver = product.company.people.filter(
    (person) => person.enabled && !person.persona && person.department === 'Commerce' && /Engineer/.test(person.jobTitle),
  )[index + 2 * previousAttempts()]!
  await product.db.transaction().execute(async (db) => {
    await db.deleteFrom('account_owners').where('account_id', '=', account(name).id).execute()
    const owners = [leaver.id, id('Daniel')].map((person_id, position) => ({ account_id: account(name).id, person_id, position }))
    await db.insertInto('account_owners').values(owners).execute()
  })
  await product.db.deleteFrom('account_health').where('account_id', '=', account(name).id).execute()
  patchPerson(product.simulator, leaver.id, { enabled: false })
  await syncDirectory(product.context)
  return leaver.displayName
}

it('replaces an owner who left when the proposed person accepts, and raises the health score', async () => {
  const name = 'checkout-gift-cards-prod'
  const leaver = await removeFromCompany(name, 0)
  const [{ page: daniel, browserErrors }, { page: ravi }] = await Promise.all([
    product.visitAs('Daniel', `/app/accounts/${account(name).id}`),
    product.visitAs('Ravi'),
  ])
  const gap = () => daniel.getByText(describeGap({ reason: 'left', person: { displayName: leaver, department: null }, validOwners: [1] }))
  await gap().waitFor()
  await daniel.getByText(new RegExp(`${gapLabels.proposed}.*Ravi Deshmukh`)).waitFor()
  await daniel.getByText(accountTabLabels.inactiveOwners(1)).waitFor()

  const health = daniel.getByRole('region', { name: healthLabels.title })
  await health.getByText(healthLabels.unchecked).waitFor()
  await health.getByRole('button', { name: healthLabels.check }).click()
  const score = async () =>
    Number(/\d+/.exec((await health.getByRole('img', { name: healthLabels.health }).getAttribute('aria-label')) ?? '')?.[0])
  const oneLeft = ownersFinding({ owners: [{ active: true }, { active: false }] })
  await health.getByText(oneLeft.why).waitFor()
  await health.getByRole('button', { name: oneLeft.action!.label }).waitFor()
  const scoreBefore = await score()

  await needs(ravi)
    .getByRole('link', { name: gapLabels.become(name) })
    .waitFor()
  await ravi.getByRole('button', { name: `${gapLabels.accept} ${name}` }).click()
  await ravi.getByText(gapLabels.accepted(name)).first().waitFor()
  await needs(ravi)
    .getByRole('link', { name: gapLabels.become(name) })
    .waitFor({ state: 'detached' })

  await gap().waitFor({ state: 'detached' })
  await daniel.getByText(accountTabLabels.owners(2), { exact: true }).waitFor()
  await health.getByText(ownersFinding({ owners: [{ active: true }, { active: true }] }).why).waitFor()
  expect(await score()).toBeGreaterThan(scoreBefore)
  await daniel.getByRole('main').getByText('Ravi Deshmukh', { exact: true }).waitFor()
  expect(browserErrors).toEqual([])
})

it('lets a remaining owner propose a person, who is notified and accepts on the account’s page', async () => {
  const name = 'checkout-payments-test'
  await removeFromCompany(name, 1)
  const { page: daniel } = await product.visitAs('Daniel', '/app/accounts/ownership')
  await daniel.getByRole('button', { name: `${proposeLabels.proposeOwner} for ${name}` }).click()
  const dialog = daniel.locator('[role=dialog]:not([data-type])')
  await dialog
    .getByText(/Owns the family Checkout/)
    .first()
    .waitFor()
  await dialog.getByRole('combobox', { name: proposeLabels.anotherPerson }).fill('Priya Ram')
  await daniel.getByRole('option', { name: /Priya Raman/ }).click()
  await dialog.getByRole('button', { name: proposeLabels.proposePerson('Priya Raman') }).click()
  await dialog.waitFor({ state: 'detached' })

  const { page: priya } = await product.visitAs('Priya', `/app/accounts/${account(name).id}`)
  const { proposals } = (await product.as(id('Priya')).get('/accounts/ownership-gaps?mine=true')).body.items[0]
  const proposal = proposals.find(({ person }: { person: { id: string } }) => person.id === id('Priya'))
  await priya.getByText(gapLabels.reason(proposal.reason)).waitFor()
  await priya.getByRole('button', { name: `${gapLabels.accept} ${name}` }).click()
  await expect
    .poll(() => priya.getByRole('button', { name: accountActionLabels.edit, exact: true }).getAttribute('aria-disabled'))
    .toBeNull()
  await daniel.getByRole('link', { name }).waitFor({ state: 'detached' })
})

it('restores tags that were removed in Azure, and shows an error of Azure', async () => {
  const { id: accountId, subscriptionId } = account('checkout-payments-prod')
  const { arm } = product.context.clients
  const scope = `/subscriptions/${subscriptionId}`
  await arm.changeTags(scope, 'Replace', { team: 'tills' })
  const fault = product.simulator.faults.add({
    service: 'arm',
    method: 'PATCH',
    path: 'tags/default',
    action: { kind: 'status', status: 409, body: { error: { code: 'ScopeLocked', message: 'The scope is locked.' } } },
  })
  let tagsPart: HealthPart | undefined
  await until(async () => {
    // A recent health check isn’t repeated, so it is deleted.
    await product.db.deleteFrom('account_health').where('account_id', '=', accountId).execute()
    const { body } = await product.as(id('Niamh')).post(`/accounts/${accountId}/health/refresh`)
    tagsPart = body.parts.find((part: HealthPart) => part.id === 'tags')
    return tagsPart?.state === 'bad'
  })
  const { page } = await product.visitAs('Niamh', `/app/accounts/${accountId}`)
  const health = page.getByRole('region', { name: healthLabels.title })
  const set = health.getByRole('button', { name: tagsPart!.action!.label })
  await set.click()
  await health.getByRole('alert').filter({ hasText: 'locked' }).waitFor()
  product.simulator.faults.remove(fault)
  await set.click()
  await set.waitFor({ state: 'detached' })
  const { body: restored } = await product.as(id('Niamh')).get(`/accounts/${accountId}/health`)
  expect(restored.parts.find((part: HealthPart) => part.id === 'tags')).toMatchObject({ state: 'good' })
  expect(await arm.getTags(scope)).toMatchObject({ team: 'tills', managedBy: 'slipway' })
})
