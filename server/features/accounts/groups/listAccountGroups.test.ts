import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { allActionsLabels } from './roleLabels.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const ownAccount = (n: number) =>
  app.company.accounts.filter((account) => account.status === 'active' && account.ownerIds.includes(app.persona('Daniel').id))[n]!
const inDirectory = (accountId: string) =>
  app.company.groups.filter((group) => group.accountId === accountId).sort((a, b) => a.mailNickname.localeCompare(b.mailNickname))

describe('listAccountGroups', () => {
  it('returns what each group allows and the number of its members', async () => {
    const account = ownAccount(0)
    const response = await as('Tomasz').get(`/accounts/${account.id}/groups`)
    expect(response.status).toBe(200)
    const expected = inDirectory(account.id)
    expect(response.body.map((group: { name: string; memberCount: number }) => [group.name, group.memberCount])).toEqual(
      expected.map((group) => [group.mailNickname, group.memberIds.length]),
    )
    const readers = response.body.find((group: { name: string }) => group.name.endsWith('-readers'))
    expect(readers).toMatchObject({
      assignment: 'active',
      requestable: true,
      status: 'ready',
      roles: [{ roleName: 'Reader', scope: `/subscriptions/${account.subscriptionId}`, allowedActions: [allActionsLabels.read] }],
      mine: { member: false, until: null, request: null },
      jobId: null,
    })
    expect(readers.can).toEqual({
      request: true,
      grant: expect.any(String),
      update: expect.any(String),
      delete: expect.any(String),
    })
  })

  it('shows the members only to owners, administrators and auditors', async () => {
    const path = `/accounts/${ownAccount(0).id}/groups`
    for (const givenName of ['Daniel', 'Niamh', 'Grace']) {
      const [group] = (await as(givenName).get(path)).body
      expect(group.members.map(({ id }: { id: string }) => id).sort()).toEqual([...inDirectory(ownAccount(0).id)[0]!.memberIds].sort())
      expect(group.members[0]).toMatchObject({ kind: 'person', via: null, until: null })
    }
    for (const group of (await as('Priya').get(path)).body) expect(group).not.toHaveProperty('members')
  })

  it('shows the end of eligibility to all callers, and the reason for a failed renewal only to privileged ones', async () => {
    const account = ownAccount(7)
    const [group, otherGroup] = inDirectory(account.id)
    const [soonDate, lateDate] = [new Date('2027-03-01T00:00:00Z'), new Date('2027-11-01T00:00:00Z')]
    const eligible = (ends_at: Date | null, overrides: { renew_until?: Date; renewal_id?: string; status?: 'ended' } = {}) => ({
      ...{ id: randomUUID(), account_id: account.id, sandbox_id: null, principal_id: group!.id, principal_type: 'Group' as const },
      ...{ scope: `/subscriptions/${account.subscriptionId}`.toLowerCase(), role_definition_id: randomUUID(), renewal_id: null },
      ...{ ends_at, renew_at: ends_at, renew_until: null, ...overrides },
    })
    const add = (row: ReturnType<typeof eligible>) => app.db.insertInto('role_eligibilities').values(row).execute()
    const listVisibleTo = async (givenName: string, id = group!.mailNickname) =>
      (await as(givenName).get(`/accounts/${account.id}/groups`)).body.find(({ name }: { name: string }) => name === id).eligibility
    expect(await listVisibleTo('Tomasz')).toBeNull()
    await add(eligible(null))
    expect(await listVisibleTo('Tomasz')).toEqual({ until: null, renewed: true, problem: null })
    await add(eligible(lateDate))
    const renewal_id = randomUUID()
    await app.db
      .insertInto('work_runs')
      .values({
        id: randomUUID(),
        kind: 'renewEligibility',
        subject_kind: 'roleEligibility',
        subject_id: renewal_id,
        input: '{}',
        status: 'failed',
        cause_text: 'Azure refused it.',
      })
      .execute()
    await add(eligible(soonDate, { renewal_id }))
    await add(eligible(new Date('2026-12-01T00:00:00Z'), { status: 'ended' }))
    expect(await listVisibleTo('Tomasz')).toEqual({ until: soonDate.toISOString(), renewed: true, problem: null })
    expect(await listVisibleTo('Daniel')).toMatchObject({ problem: 'Azure refused it.' })
    await add(eligible(lateDate, { renew_until: lateDate }))
    expect(await listVisibleTo('Tomasz')).toMatchObject({ renewed: false })
    expect(await listVisibleTo('Tomasz', otherGroup!.mailNickname)).toBeNull()
    await app.db.deleteFrom('role_eligibilities').where('principal_id', '=', group!.id).execute()
  })

  it('doesn’t let a member request the group', async () => {
    const account = ownAccount(1)
    const [group] = inDirectory(account.id)
    const [response] = (await app.as(group!.memberIds[0]!, []).get(`/accounts/${account.id}/groups`)).body
    expect(response).toMatchObject({ mine: { member: true }, can: { request: expect.any(String) } })
  })

  it('reads the directory once a minute, however many groups and people', async () => {
    const path = `/accounts/${ownAccount(2).id}/groups`
    await app.quiet()
    const responses = await Promise.all(['Daniel', 'Priya', 'Niamh'].map((givenName) => as(givenName).get(path)))
    expect(new Set(responses.map((response) => response.body[0].membersCheckedAt)).size).toBe(1)
    expect(app.simulator.exchanges.list().filter(({ path }) => path.includes('$batch'))).toHaveLength(1)
  })

  it('leaves out deleted groups', async () => {
    const [firstGroup] = inDirectory(ownAccount(3).id)
    await app.db.updateTable('access_groups').set({ status: 'deleting' }).where('name', '=', firstGroup!.mailNickname).execute()
    await app.db.updateTable('access_groups').set({ status: 'deleted' }).where('name', '=', firstGroup!.mailNickname).execute()
    const response = await as('Tomasz').get(`/accounts/${ownAccount(3).id}/groups`)
    expect(response.body.map(({ name }: { name: string }) => name)).not.toContain(firstGroup!.mailNickname)
  })

  roleSuite(
    'listAccountGroups',
    () => app,
    () => ({ path: `/accounts/${ownAccount(0).id}/groups` }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await as('Niamh').get('/accounts/00000000-0000-4000-8000-000000000000/groups')).status).toBe(404)
  })

  it('omits the data from the directory or Azure if they fail', async () => {
    const body = { error: { code: 'Bad', message: 'no' } }
    const faults = (['graph', 'arm'] as const).map((service) =>
      app.simulator.faults.add({ service, action: { kind: 'status', status: 400, body } }),
    )
    const response = await as('Daniel').get(`/accounts/${ownAccount(4).id}/groups`)
    for (const fault of faults) app.simulator.faults.remove(fault)
    expect(response.status).toBe(200)
    expect(response.body[0]).toMatchObject({ memberCount: null, membersCheckedAt: null, roles: [{ allowedActions: [] }] })
    expect(response.body[0]).not.toHaveProperty('members')
    expect((await as('Daniel').get(`/accounts/${ownAccount(4).id}/groups`)).body[0].memberCount).toBeGreaterThan(0)
  })
})
