import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { approveAll } from '../../../../../test/approveAll.ts'
import { until } from '../../../../../test/until.ts'
import type { RestoreDifference } from '../../../../db/tables.ts'
import { keepFewAccounts } from '../restores.fixture.ts'
import { compareExternalSystems } from './compareExternalSystems.ts'
import { accountInCreation } from './compareSubscriptions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await keepFewAccounts(app)
})
afterAll(() => app.close())

const signal = new AbortController().signal
const compare = () => compareExternalSystems({ ...app.context, signal })
const expectDifference = async (expected: Partial<RestoreDifference>) =>
  expect((await compare()).differences).toContainEqual(expect.objectContaining(expected))

const accounts = () =>
  app.db
    .selectFrom('accounts as a')
    .innerJoin('access_groups as g', 'g.account_id', 'a.id')
    .select(['a.id as accountId', 'g.id', 'a.name', 'a.subscription_id', 'g.directory_group_id', 'g.name as groupName'])
    .where('a.status', '=', 'active')
    .where('g.status', '=', 'ready')
    .where('a.subscription_id', 'is not', null)
    .orderBy('a.name')
    .orderBy('g.name')
    .execute()

describe('compareExternalSystems', () => {
  it('reads without changing anything', async () => {
    app.simulator.exchanges.clear()
    expect((await compare()).problems).toEqual([])
    const changes = app.simulator.exchanges
      .list()
      .filter(({ method, service, path }) => method !== 'GET' && service !== 'identity' && !path.includes('$batch'))
    expect(changes).toEqual([])
  })

  it('finds subscriptions that exist only on one side', async () => {
    const alias = await app.context.clients.arm.putSubscriptionAlias(randomUUID(), {
      displayName: 'later-account',
      workload: 'Production',
      billingScope: app.config.billingScope,
    })
    let id = alias.properties.subscriptionId
    await until(async () => {
      id = (await app.context.clients.arm.getSubscriptionAlias(alias.name))?.properties.subscriptionId
      return id !== undefined && (await compare()).differences.some((each) => each.id === id)
    })
    await expectDifference({ kind: 'subscription', side: 'outside', id: id!, name: 'later-account' })
    const [account] = await accounts()
    const deletedId = randomUUID()
    await app.db.updateTable('accounts').set({ subscription_id: deletedId }).where('id', '=', account!.accountId).execute()
    await expectDifference({ kind: 'subscription', side: 'inside', id: deletedId, name: account!.name })
    await expectDifference({ kind: 'subscription', side: 'outside', id: account!.subscription_id! })
    await app.db.updateTable('accounts').set({ subscription_id: account!.subscription_id }).where('id', '=', account!.accountId).execute()
  })

  it('finds the subscription of an account that was being built', async () => {
    const { accountId, name } = await approveAll(app, 'restored-later')
    const subscription = { displayName: name, workload: 'Production' as const, billingScope: app.config.billingScope }
    await app.context.clients.arm.putSubscriptionAlias(accountId, subscription)
    const readAlias = async () => (await app.context.clients.arm.getSubscriptionAlias(accountId))?.properties
    await until(async () => (await readAlias())?.provisioningState === 'Succeeded')
    const { subscriptionId: id } = (await readAlias())!
    const found = (await compare()).differences.filter((each) => each.id === id)
    expect(found).toEqual([{ kind: 'subscription', side: 'outside', id, name, detail: accountInCreation }])
  })

  it('finds groups of Slipway without a record, and recorded groups that no longer exist', async () => {
    const { graph } = app.context.clients
    const group = { displayName: 'az-later', mailNickname: 'az-later', ownerIds: [], memberIds: [] }
    const { id } = await graph.createGroup({ ...group, description: `Later. Slipway ${'a'.repeat(40)}` })
    const foreign = await graph.createGroup({ ...group, mailNickname: 'az-foreign', description: 'Slipway users' })
    await until(async () => (await compare()).differences.some((each) => each.id === id))
    await expectDifference({ kind: 'group', side: 'outside', id, name: 'az-later' })
    expect((await compare()).differences.filter((each) => each.id === foreign.id)).toEqual([])
    const deletedId = (await accounts()).at(-1)!
    await graph.deleteGroup(deletedId.directory_group_id!)
    await expectDifference({ kind: 'group', side: 'inside', id: deletedId.directory_group_id!, name: deletedId.groupName })
  })

  it('finds members without recorded access in groups whose members had been recorded', async () => {
    const [group] = await accounts()
    const { id } = app.persona('Oliver')
    await app.context.clients.graph.addGroupMember(group!.directory_group_id!, id)
    const name = `${(await app.db.selectFrom('people').select('display_name').where('id', '=', id).executeTakeFirstOrThrow()).display_name} in ${group!.groupName}`
    expect((await compare()).differences.filter(({ kind }) => kind === 'membership')).toEqual([])
    const scan = { group_id: group!.id, scanned_at: new Date(), baseline_at: new Date(), problem: null }
    await app.db.insertInto('access_group_scans').values(scan).execute()
    await expectDifference({ kind: 'membership', side: 'outside', id: group!.directory_group_id!, name })
  })

  it('finds privileged roles that exist only on one side', async () => {
    const [account] = await accounts()
    const scope = `/subscriptions/${account!.subscription_id}`
    const { id: personId, displayName } = app.persona('Ravi')
    const roleId = 'b24988ac-6180-42a0-ab88-20f7382dd24c'
    const role = { name: randomUUID(), scope, principalId: personId, roleDefinitionId: roleId, justification: 'For the test of a restore' }
    await app.context.clients.arm.requestTemporaryRole({ ...role, startsAt: new Date(), minutes: 60 })
    await until(async () => (await compare()).differences.some(({ kind, side }) => kind === 'privilegedRole' && side === 'outside'))
    await expectDifference({ kind: 'privilegedRole', side: 'outside', name: `Contributor of ${displayName} in ${account!.name}` })
    const now = Date.now()
    await app.db
      .insertInto('pim_activations')
      .values({
        id: uuidv7(),
        account_id: account!.accountId,
        person_id: app.persona('Ewa').id,
        role_definition_id: roleId,
        role_name: 'Contributor',
        scope,
        justification: 'For the test of a restore',
        minutes: 60,
        max_minutes: 60,
        status: 'active',
        starts_at: new Date(now),
        ends_at: new Date(now + 3_600_000),
      })
      .execute()
    await expectDifference({ kind: 'privilegedRole', side: 'inside', id: roleId })
    await app.db
      .deleteFrom('pim_activations')
      .where('person_id', '=', app.persona('Ewa').id)
      .where('justification', '=', 'For the test of a restore')
      .execute()
  })

  it('reports a subscription whose roles it cannot read, and compares the others', async () => {
    const [account] = await accounts()
    const scope = `/subscriptions/${account!.subscription_id}`
    const license = { error: { code: 'AadPremiumLicenseRequired', message: 'The tenant needs an AAD Premium 2 license.' } }
    for (const [status, body] of [
      [404, { error: { code: 'SubscriptionNotFound', message: 'The subscription could not be found.' } }],
      [403, { error: { code: 'AuthorizationFailed', message: 'No.' } }],
      [400, license],
    ] as const) {
      app.simulator.faults.add({
        service: 'arm',
        path: `${scope}/.*/roleAssignmentScheduleInstances`,
        action: { kind: 'status', status, body },
      })
      const { differences, problems } = await compare()
      app.simulator.faults.clear()
      expect(problems).toEqual([])
      expect(differences.filter(({ kind, side }) => kind === 'privilegedRole' && side === 'unread')).toEqual([
        { kind: 'privilegedRole', side: 'unread', id: scope, name: account!.name, detail: expect.any(String) },
      ])
    }
  })

  it('reports a problem with the roles while Azure fails', async () => {
    const fault = { service: 'arm' as const, path: 'roleAssignmentScheduleInstances' }
    app.simulator.faults.add({ ...fault, action: { kind: 'status', status: 400, body: { error: { code: 'Other', message: 'No.' } } } })
    const { problems } = await compare()
    app.simulator.faults.clear()
    expect(problems).toEqual([{ kind: 'privilegedRole', message: expect.any(String) }])
  })
})
