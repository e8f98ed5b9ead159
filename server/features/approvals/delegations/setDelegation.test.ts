import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { ownRequestMessage } from '../../../approvals/policy.ts'
import { day, delegationsOf, hourMs } from './delegations.fixture.ts'
import { delegationTitles } from './notify.ts'
import { delegateProblems } from './rules.ts'
import { updateDelegations } from './updateDelegations.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + clockOffsetMs) })
  delegations = delegationsOf(app)
})
afterAll(() => app.close())
afterEach(async () => {
  clockOffsetMs = 0
  await delegations.clear()
})
const advanceTime = async (ms: number) => {
  clockOffsetMs += ms
  await updateDelegations(app.context)
}

describe('setDelegation', () => {
  it('applies to pending approvals, notifies both people, and shows the requester that a delegate voted', async () => {
    const approvalId = await delegations.ask()
    expect(await delegations.waiting('Ewa')).not.toContain(approvalId)
    const set = await delegations.set('Ravi', 'Ewa', { endsAt: delegations.at(5 * day), reason: ' On leave ' })
    expect(set).toMatchObject({
      status: 201,
      body: { status: 'live', reason: 'On leave', person: { displayName: 'Ravi Deshmukh' }, can: { change: true, end: true } },
    })
    expect((await delegations.notificationsOf('Ewa')).at(-1)).toContain(delegationTitles.delegate('Ravi Deshmukh', ''))
    expect(await delegations.notificationsOf('Ravi')).toEqual([])
    expect(await delegations.waiting('Ewa')).toContain(approvalId)
    expect(await delegations.waiting('Ravi')).toContain(approvalId)
    const responseBefore = await delegations.as('Priya').get(`/account-approvals/${approvalId}`)
    expect(responseBefore.body.stages[0].approvers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: delegations.id('Ravi'), away: { until: set.body.endsAt, byCalendar: false } }),
        expect.objectContaining({ id: delegations.id('Ewa'), onBehalfOf: expect.objectContaining({ id: delegations.id('Ravi') }) }),
      ]),
    )
    expect((await delegations.vote('Ewa', approvalId)).status).toBe(200)
    expect(await delegations.votes(approvalId)).toEqual([{ approver_id: delegations.id('Ewa'), on_behalf_of: delegations.id('Ravi') }])
    const responseAfter = await delegations.as('Priya').get(`/account-approvals/${approvalId}`)
    expect(responseAfter.body.stages[0].decisions).toMatchObject([
      { person: { id: delegations.id('Ewa') }, onBehalfOf: { displayName: 'Ravi Deshmukh' } },
    ])
    const event = await app.db.selectFrom('audit_events').selectAll().where('subject_id', '=', set.body.id).executeTakeFirstOrThrow()
    expect(event).toMatchObject({ operation: 'setDelegation', actor_id: delegations.id('Ravi'), outcome: 'allowed' })
  })

  it('lets the absent person decide as well', async () => {
    await delegations.set('Ravi', 'Ewa')
    const approvalId = await delegations.ask()
    expect((await delegations.vote('Ravi', approvalId)).status).toBe(200)
    expect(await delegations.votes(approvalId)).toEqual([{ approver_id: delegations.id('Ravi'), on_behalf_of: null }])
  })

  it('lets the delegate vote only between the start and the end', async () => {
    const approvalId = await delegations.ask()
    const set = await delegations.set('Ravi', 'Ewa', { startsAt: delegations.at(2 * day), endsAt: delegations.at(4 * day) })
    expect(set.body.status).toBe('scheduled')
    await advanceTime(day)
    expect((await delegations.vote('Ewa', approvalId)).status).toBe(403)
    await advanceTime(day + hourMs)
    expect(await delegations.waiting('Ewa')).toContain(approvalId)
    expect((await delegations.notificationsOf('Ravi')).at(-1)).toContain(delegationTitles.person(app.persona('Ewa').displayName, ''))
    // The delegation is over, but the schedule has not ended it yet.
    clockOffsetMs += 2 * day
    expect(await delegations.waiting('Ewa')).not.toContain(approvalId)
    expect((await delegations.vote('Ewa', approvalId)).status).toBe(403)
    expect((await delegations.set('Ravi', 'Margaret')).body.status).toBe('live')
    expect((await delegations.notificationsOf('Ewa')).at(-1)).toBe(delegationTitles.endedDelegate('Ravi Deshmukh'))
    expect(await delegations.votes(approvalId)).toEqual([])
  })

  it('gives the delegate of two approvers one vote, for a seat that hasn’t voted, in any order', async () => {
    const holders = ['Ravi', 'Margaret', 'Samuel'].sort((a, b) => (delegations.id(a) < delegations.id(b) ? -1 : 1))
    const [firstName, secondName, thirdName] = holders as [string, string, string]
    const rule = { kind: 'anyOf' as const, personIds: holders.map(delegations.id) }
    const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Three', rule, minimum: 3 }] })
    const approvalIds = await Promise.all(Array.from({ length: 4 }, () => delegations.ask()))
    await restorePolicy()
    await delegations.set(firstName, 'Ewa')
    await delegations.set(secondName, 'Ewa')
    // At every step, the inbox must show exactly the approvals on which a vote is possible.
    const vote = async (personaName: string, approvalId: string) => {
      const waits = (await delegations.waiting(personaName)).includes(approvalId)
      const { status, body } = await delegations.vote(personaName, approvalId)
      expect([personaName, waits]).toEqual([personaName, status === 200])
      return status === 200 ? body.status : body.code
    }
    const [reassignedId, ...otherIds] = approvalIds as [string, ...string[]]
    const orders = [
      { order: [firstName, 'Ewa', secondName], counted: ['pending', 'pending', 'alreadyDecided'] },
      { order: [secondName, 'Ewa', firstName], counted: ['pending', 'pending', 'alreadyDecided'] },
      { order: ['Ewa', firstName, secondName], counted: ['pending', 'alreadyDecided', 'pending'] },
    ]
    for (const [n, { order, counted }] of orders.entries()) {
      const results: unknown[] = []
      for (const personaName of order) results.push(await vote(personaName, otherIds[n]!))
      expect([order, results]).toEqual([order, counted])
      expect(await vote(thirdName, otherIds[n]!)).toBe('approved')
    }
    const input = { stage: 1, to: delegations.id('Elif'), comment: 'She knows it best.' }
    expect((await delegations.as(firstName).post(`/account-approvals/${reassignedId}/pass-on`, input)).status).toBe(201)
    expect(await vote('Ewa', reassignedId)).toBe('pending')
    expect(await vote('Elif', reassignedId)).toBe('pending')
    expect((await delegations.votes(reassignedId)).map(({ on_behalf_of }) => on_behalf_of).sort()).toEqual(
      [delegations.id(firstName), delegations.id(secondName)].sort(),
    )
  })

  it('accepts a delegate whom only the directory knows', async () => {
    const outsider = app.company.people.find((each) => each.enabled && !app.company.personas.includes(each))!
    await app.db.updateTable('people').set({ employee_id: null }).where('id', '=', outsider.id).execute()
    const response = await delegations.as('Ravi').post('/me/delegations', { delegateId: outsider.id.toUpperCase() })
    expect(response).toMatchObject({ status: 201, body: { delegate: { id: outsider.id } } })
  })

  roleSuite(
    'setDelegation',
    () => app,
    () => ({ path: '/me/delegations', body: { delegateId: delegations.id('Ewa') } }),
  )

  it('denies the vote of a delegate who is the requester', async () => {
    await delegations.set('Ravi', 'Daniel')
    const ownId = await delegations.ask('Daniel')
    const otherId = await delegations.ask('Priya')
    expect(await delegations.waiting('Daniel')).toContain(otherId)
    expect(await delegations.waiting('Daniel')).not.toContain(ownId)
    expect(await delegations.vote('Daniel', ownId)).toMatchObject({ status: 403, body: { message: ownRequestMessage } })
    expect(await delegations.votes(ownId)).toEqual([])
  })

  it('denies the vote of the requester’s other user account, and rejects the caller’s other user account as delegate', async () => {
    const row = await app.db.selectFrom('people').select('employee_id').where('id', '=', delegations.id('Ewa')).executeTakeFirstOrThrow()
    const setEmployeeNumber = (of: string | null) =>
      app.db.updateTable('people').set({ employee_id: of }).where('id', '=', delegations.id('Ewa')).execute()
    const numberOf = async (personaName: string) =>
      (await app.db.selectFrom('people').select('employee_id').where('id', '=', delegations.id(personaName)).executeTakeFirstOrThrow())
        .employee_id
    await delegations.set('Ravi', 'Ewa')
    const approvalId = await delegations.ask('Priya')
    await setEmployeeNumber(await numberOf('Priya'))
    expect(await delegations.waiting('Ewa')).not.toContain(approvalId)
    expect((await delegations.vote('Ewa', approvalId)).status).toBe(403)
    await delegations.clear()
    await setEmployeeNumber(await numberOf('Ravi'))
    expect(await delegations.set('Ravi', 'Ewa')).toMatchObject({ status: 400, body: { errors: [{ field: 'delegateId' }] } })
    await setEmployeeNumber(row.employee_id)
    expect(await delegations.votes(approvalId)).toEqual([])
  })

  it('rejects a chain: a delegate who is absent, or who becomes absent later', async () => {
    expect((await delegations.set('Ewa', 'Samuel', { startsAt: delegations.at(day), endsAt: delegations.at(3 * day) })).status).toBe(201)
    const chainedResponse = await delegations.set('Ravi', 'Ewa')
    expect(chainedResponse).toMatchObject({ status: 400, body: { errors: [{ field: 'delegateId' }] } })
    expect(chainedResponse.body.message).toBe(delegateProblems.away(app.persona('Ewa').displayName))
    expect((await delegations.set('Ravi', 'Ewa', { endsAt: delegations.at(day - hourMs) })).status).toBe(201)
    await delegations.clear()

    const approvalId = await delegations.ask()
    await delegations.set('Ravi', 'Ewa')
    await delegations.set('Ewa', 'Samuel')
    expect((await delegations.notificationsOf('Ravi')).at(-1)).toContain(delegationTitles.delegateAway(app.persona('Ewa').displayName, ''))
    expect(await delegations.waiting('Samuel')).not.toContain(approvalId)
    expect((await delegations.vote('Samuel', approvalId)).status).toBe(403)
    expect((await delegations.vote('Ewa', approvalId)).status).toBe(200)
  })

  it('rejects the caller, disabled or unknown people, impossible times and unknown fields', async () => {
    const invalidInput = async (body: object) =>
      (await delegations.as('Ravi').post('/me/delegations', { delegateId: delegations.id('Ewa'), ...body })).body
    expect(await invalidInput({ delegateId: delegations.id('Ravi') })).toMatchObject({
      code: 'invalidRequest',
      errors: [{ field: 'delegateId' }],
    })
    expect((await invalidInput({ delegateId: delegations.id('Oliver') })).errors[0].message).toMatch(/disabled/)
    expect((await invalidInput({ delegateId: randomUUID() })).code).toBe('invalidRequest')
    expect((await invalidInput({ endsAt: delegations.at(-hourMs) })).errors).toMatchObject([{ field: 'endsAt' }])
    expect((await invalidInput({ startsAt: delegations.at(3 * day), endsAt: delegations.at(2 * day) })).errors).toMatchObject([
      { field: 'endsAt' },
    ])
    expect((await invalidInput({ endsAt: delegations.at(400 * day) })).errors).toMatchObject([{ field: 'endsAt' }])
    expect((await invalidInput({ startsAt: delegations.at(-3 * day) })).errors).toMatchObject([{ field: 'startsAt' }])
    expect((await invalidInput({ startsAt: delegations.at(400 * day) })).errors).toMatchObject([{ field: 'startsAt' }])
    expect((await invalidInput({ startsAt: 'soon' })).code).toBe('invalidRequest')
    expect((await invalidInput({ reason: 'x'.repeat(201) })).code).toBe('invalidRequest')
    expect((await invalidInput({ personId: delegations.id('Margaret') })).code).toBe('invalidRequest')
    expect(await app.db.selectFrom('delegations').select('id').execute()).toEqual([])
  })

  it('returns 409 for overlapping delegations, even in parallel, and above the limit of twenty', async () => {
    const pair = await Promise.all([delegations.set('Ravi', 'Ewa'), delegations.set('Ravi', 'Samuel')])
    expect(pair.map(({ status }) => status).sort()).toEqual([201, 409])
    const overlap = await delegations.set('Ravi', 'Samuel', { startsAt: delegations.at(day) })
    const delegate = pair.find(({ status }) => status === 201)!.body.delegate.displayName
    expect(overlap.body.message).toBe(delegateProblems.overlap(delegate))
    await delegations.clear()
    for (let n = 0; n < 20; n++)
      await delegations.set('Ravi', 'Ewa', { startsAt: delegations.at((n + 1) * day), endsAt: delegations.at((n + 1) * day + hourMs) })
    const secondResponse = await delegations.set('Ravi', 'Ewa', { endsAt: delegations.at(hourMs) })
    expect(secondResponse).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(' 20 ') },
    })
  })
})

describe('updateDelegations', () => {
  const statusOf = async (id: string) =>
    (await app.db.selectFrom('delegations').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  const enable = (personaName: string, isActive: boolean) =>
    app.db.updateTable('people').set({ active: isActive }).where('id', '=', delegations.id(personaName)).execute()

  it('ends the delegation of a disabled delegate, whose vote no longer counts, and notifies people', async () => {
    const approvalId = await delegations.ask()
    const { body } = await delegations.set('Ravi', 'Ewa')
    await enable('Ewa', false)
    expect(
      (await delegations.as('Priya').get(`/account-approvals/${approvalId}`)).body.stages[0].approvers.map(({ id }: { id: string }) => id),
    ).not.toContain(delegations.id('Ewa'))
    await advanceTime(0)
    await enable('Ewa', true)
    expect(await statusOf(body.id)).toBe('ended')
    expect((await delegations.notificationsOf('Ravi')).at(-1)).toBe(delegationTitles.endedPerson(app.persona('Ewa').displayName))
  })

  it('ends the delegation of a person who has left', async () => {
    const { body } = await delegations.set('Ravi', 'Ewa')
    await enable('Ravi', false)
    await advanceTime(0)
    await enable('Ravi', true)
    expect(await statusOf(body.id)).toBe('ended')
    expect((await delegations.notificationsOf('Ewa')).at(-1)).toBe(delegationTitles.endedDelegate('Ravi Deshmukh'))
  })

  it('ends a delegation between two user accounts of the same person', async () => {
    const { body } = await delegations.set('Ravi', 'Ewa')
    const employee = (personaName: string) =>
      app.db.selectFrom('people').select('employee_id').where('id', '=', delegations.id(personaName)).executeTakeFirstOrThrow()
    const put = (employee_id: string | null) =>
      app.db.updateTable('people').set({ employee_id }).where('id', '=', delegations.id('Ewa')).execute()
    const [ravi, ewa] = [await employee('Ravi'), await employee('Ewa')]
    await put(ravi.employee_id)
    try {
      await advanceTime(0)
      const { status } = await app.db.selectFrom('delegations').select('status').where('id', '=', body.id).executeTakeFirstOrThrow()
      expect(status).toBe('ended')
    } finally {
      await put(ewa.employee_id)
    }
  })

  it('doesn’t notify a person twice', async () => {
    await delegations.set('Ravi', 'Ewa', { startsAt: delegations.at(hourMs), endsAt: delegations.at(day) })
    await advanceTime(2 * hourMs)
    const countBefore = (await delegations.notificationsOf('Ravi')).length
    await advanceTime(hourMs)
    await advanceTime(day)
    await advanceTime(day)
    expect((await delegations.notificationsOf('Ravi')).length).toBe(countBefore + 1)
  })
})
