import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { add, clientOf, inGroup, sandboxEvents, type TeamSandbox, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const path = ({ team }: TeamSandbox) => `/sandbox-access/groups/${team.id}/members`
const idOf = (givenName: string) => app.persona(givenName).id
const staff = (count: number, from = 0) =>
  app.company.people
    .filter((person) => person.enabled && !app.company.personas.some((persona) => persona.id === person.id))
    .slice(from, from + count)
    .map(({ id }) => ({ personId: id }))
async function deletePersonRow(ids: string[]): Promise<string> {
  for (const id of ids) {
    const deletion = await app.db
      .deleteFrom('people')
      .where('id', '=', id)
      .executeTakeFirst()
      .catch(() => undefined)
    if (deletion?.numDeletedRows === 1n) return id
  }
  throw new Error('no person without access is left')
}
const auditEvents = async (sandbox: TeamSandbox) =>
  app.db
    .selectFrom('audit_events')
    .select(['outcome'])
    .where('operation', '=', 'addSandboxMembers')
    .where('subject_id', '=', sandbox.team.id)
    .execute()

describe('addSandboxMembers', () => {
  it('adds all people, with one sandbox event', async () => {
    const sandbox = await teamSandbox(app)
    const endsAt = new Date(Date.now() + 86_400_000).toISOString()
    const members = [{ personId: idOf('Priya') }, { personId: idOf('Tomasz').toUpperCase(), endsAt }]
    const response = await clientOf(app, 'Niamh').post(path(sandbox), { members, reason: 'They price the experiment.' })
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject([
      { person: { id: idOf('Priya') }, endsAt: null, reason: 'They price the experiment.' },
      { person: { id: idOf('Tomasz') }, endsAt },
    ])
    expect(await inGroup(app, sandbox.team.id)).toEqual([idOf('Priya'), idOf('Tomasz')].sort())
    expect(await sandboxEvents(app, sandbox.id)).toEqual([
      expect.stringMatching(new RegExp(`^${app.persona('Niamh').displayName} .*Priya Raman .*1 .*sbx-${sandbox.name}-team$`)),
    ])
    const runs = await app.db
      .selectFrom('work_runs')
      .select('kind')
      .where(
        'subject_id',
        'in',
        response.body.map(({ id }: { id: string }) => id),
      )
      .execute()
    expect(runs).toEqual([{ kind: 'grantAccess' }, { kind: 'grantAccess' }])
  })

  it('adds 500 people, including people whom Slipway has not synced', async () => {
    const sandbox = await teamSandbox(app, { terms: { maxMembers: 500 } })
    const members = staff(500)
    const outsiderId = await deletePersonRow(members.map(({ personId }) => personId))
    const response = await clientOf(app, 'Niamh').post(path(sandbox), { members })
    expect(response.status).toBe(201)
    const memberNames = await inGroup(app, sandbox.team.id)
    expect([memberNames.length, memberNames.includes(outsiderId)]).toEqual([500, true])
  })

  it('adds them once when the call is repeated with its key', async () => {
    const sandbox = await teamSandbox(app)
    const key = { 'idempotency-key': randomUUID() }
    const caller = clientOf(app, 'Niamh')
    const firstResponse = await caller.post(path(sandbox), { members: staff(2) }, key)
    const repeated = await caller.post(path(sandbox), { members: staff(2) }, key)
    expect([firstResponse.status, repeated.status]).toEqual([201, 201])
    expect(repeated.body).toEqual(firstResponse.body)
    expect(await inGroup(app, sandbox.team.id)).toHaveLength(2)
  })

  roleSuite(
    'addSandboxMembers',
    () => app,
    async () => ({ path: path(await teamSandbox(app)), body: { members: staff(1) } }),
  )

  it('denies members and owners, and returns 404 for a group of an account', async () => {
    const [sandbox, otherSandbox] = [await teamSandbox(app), await teamSandbox(app, { ownedBy: ['Ravi'] })]
    await add(app, sandbox, 'Priya')
    expect(await clientOf(app, 'Priya').post(path(sandbox), { members: staff(1) })).toMatchObject({ status: 401 })
    for (const givenName of ['Daniel', 'Ravi']) {
      const response = await clientOf(app, givenName).post(path(otherSandbox), { members: staff(1) })
      expect(response).toMatchObject({ status: 401, body: { error: { code: 'unauthorised' } } })
    }
    expect(await auditEvents(otherSandbox)).toEqual([{ outcome: 'denied' }, { outcome: 'denied' }])
    const account = await app.db
      .selectFrom('access_groups')
      .select('id')
      .where('account_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(await clientOf(app, 'Niamh').post(`/sandbox-access/groups/${account.id}/members`, { members: staff(1) })).toMatchObject({
      status: 404,
    })
    expect(await inGroup(app, otherSandbox.team.id)).toEqual([])
  })

  it('rejects the whole call if one person can’t be added, and names each such person with the reason (advisory 12)', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    await add(app, sandbox, 'Priya')
    const formerPerson = app.company.people.find((person) => !person.enabled)!
    const [validMember] = staff(1)
    const members = [
      validMember!,
      { personId: randomUUID() },
      { personId: formerPerson.id },
      { personId: idOf('Priya') },
      { personId: validMember!.personId },
      { personId: idOf('Tomasz'), endsAt: '2020-01-01T00:00:00Z' },
    ]
    const response = await clientOf(app, 'Niamh').post(path(sandbox), { members })
    expect(response.status).toBe(400)
    expect(response.body.message).toMatch(/\b5\b.*\b6\b/)
    expect(response.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'members.1.personId',
      'members.2.personId',
      'members.3.personId',
      'members.4.personId',
      'members.5.endsAt',
    ])
    expect(await inGroup(app, sandbox.team.id)).toEqual([idOf('Priya')])
    expect(await auditEvents(sandbox)).toEqual([{ outcome: 'failed' }])
  })

  it('rejects more members than the template allows, without counting owners', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'], terms: { maxMembers: 2 } })
    const members = [{ personId: idOf('Ravi') }, ...staff(3)]
    const response = await clientOf(app, 'Niamh').post(path(sandbox), { members })
    expect(response.body.errors).toEqual([{ field: 'members.3.personId', message: expect.stringContaining(' 2 ') }])
    expect(await clientOf(app, 'Niamh').post(path(sandbox), { members: members.slice(0, 3) })).toMatchObject({ status: 201 })
  })

  it('rejects an empty list, and lists of 501 and ten thousand people (advisory 12)', async () => {
    const sandbox = await teamSandbox(app)
    const createMembers = (count: number) => Array.from({ length: count }, () => ({ personId: randomUUID() }))
    for (const count of [0, 501, 10_000]) {
      const response = await clientOf(app, 'Niamh').post(path(sandbox), { members: createMembers(count) })
      expect(count === 10_000 ? [400, 413] : [400]).toContain(response.status)
    }
    expect(await inGroup(app, sandbox.team.id)).toEqual([])
  })
})
