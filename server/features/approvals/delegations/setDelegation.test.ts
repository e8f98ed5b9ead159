import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { ownRequest } from '../../../approvals/policy.ts'
import { advanceDelegations } from './advanceDelegations.ts'
import { day, delegationsOf, hour } from './delegations.fixture.ts'

let app: TestApp
let they: ReturnType<typeof delegationsOf>
let later = 0
beforeAll(async () => {
  app = await startTestApp({ work: false, now: () => new Date(Date.now() + later) })
  they = delegationsOf(app)
})
afterAll(() => app.close())
afterEach(async () => {
  later = 0
  await they.clear()
})
const pass = async (ms: number) => {
  later += ms
  await advanceDelegations(app.context)
}

describe('setDelegation', () => {
  it('applies to pending approvals, notifies both people, and marks the vote for the requester', async () => {
    const approvalId = await they.ask()
    expect(await they.waiting('Ewa')).not.toContain(approvalId)
    const set = await they.set('Ravi', 'Ewa', { endsAt: they.at(5 * day), reason: ' On leave ' })
    expect(set).toMatchObject({
      status: 201,
      body: { status: 'live', reason: 'On leave', person: { displayName: 'Ravi Deshmukh' }, can: { change: true, end: true } },
    })
    expect((await they.notificationsOf('Ewa')).at(-1)).toMatch(/^You are the delegate of Ravi Deshmukh until /)
    expect(await they.notificationsOf('Ravi')).toEqual([])
    expect(await they.waiting('Ewa')).toContain(approvalId)
    expect(await they.waiting('Ravi')).toContain(approvalId)
    const before = await they.as('Priya').get(`/account-approvals/${approvalId}`)
    expect(before.body.stages[0].approvers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: they.id('Ravi'), away: { until: set.body.endsAt, byCalendar: false } }),
        expect.objectContaining({ id: they.id('Ewa'), onBehalfOf: expect.objectContaining({ id: they.id('Ravi') }) }),
      ]),
    )
    expect((await they.vote('Ewa', approvalId)).status).toBe(200)
    expect(await they.votes(approvalId)).toEqual([{ approver_id: they.id('Ewa'), on_behalf_of: they.id('Ravi') }])
    const after = await they.as('Priya').get(`/account-approvals/${approvalId}`)
    expect(after.body.stages[0].decisions).toMatchObject([{ person: { id: they.id('Ewa') }, onBehalfOf: { displayName: 'Ravi Deshmukh' } }])
    const event = await app.db.selectFrom('audit_events').selectAll().where('subject_id', '=', set.body.id).executeTakeFirstOrThrow()
    expect(event).toMatchObject({ operation: 'setDelegation', actor_id: they.id('Ravi'), outcome: 'allowed' })
  })

  it('lets the absent person decide as well', async () => {
    await they.set('Ravi', 'Ewa')
    const approvalId = await they.ask()
    expect((await they.vote('Ravi', approvalId)).status).toBe(200)
    expect(await they.votes(approvalId)).toEqual([{ approver_id: they.id('Ravi'), on_behalf_of: null }])
  })

  it('starts and ends at its times, and allows no vote before or after', async () => {
    const approvalId = await they.ask()
    const set = await they.set('Ravi', 'Ewa', { startsAt: they.at(2 * day), endsAt: they.at(4 * day) })
    expect(set.body.status).toBe('scheduled')
    await pass(day)
    expect((await they.vote('Ewa', approvalId)).status).toBe(403)
    await pass(day + hour)
    expect(await they.waiting('Ewa')).toContain(approvalId)
    expect((await they.notificationsOf('Ravi')).at(-1)).toMatch(/^Ewa \S+ is your delegate until /)
    // The delegation is over, but its schedule has not run yet.
    later += 2 * day
    expect(await they.waiting('Ewa')).not.toContain(approvalId)
    expect((await they.vote('Ewa', approvalId)).status).toBe(403)
    // Another delegation can still start at that moment.
    expect((await they.set('Ravi', 'Margaret')).body.status).toBe('live')
    expect((await they.notificationsOf('Ewa')).at(-1)).toBe('You are no longer the delegate of Ravi Deshmukh')
    expect(await they.votes(approvalId)).toEqual([])
  })

  it('gives a delegate of two approvers one vote, with a free seat, in any order', async () => {
    const holders = ['Ravi', 'Margaret', 'Samuel'].sort((one, other) => (they.id(one) < they.id(other) ? -1 : 1))
    const [first, second, third] = holders as [string, string, string]
    const rule = { kind: 'anyOf' as const, personIds: holders.map(they.id) }
    const back = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Three', rule, minimum: 3 }] })
    const approvalIds = await Promise.all(Array.from({ length: 4 }, () => they.ask()))
    await back()
    await they.set(first, 'Ewa')
    await they.set(second, 'Ewa')
    // The inbox and the votes must agree at every step.
    const vote = async (who: string, approvalId: string) => {
      const waits = (await they.waiting(who)).includes(approvalId)
      const { status, body } = await they.vote(who, approvalId)
      expect([who, waits]).toEqual([who, status === 200])
      return status === 200 ? body.status : body.code
    }
    const [passed, ...others] = approvalIds as [string, ...string[]]
    const orders = [
      { order: [first, 'Ewa', second], counted: ['pending', 'pending', 'alreadyDecided'] },
      { order: [second, 'Ewa', first], counted: ['pending', 'pending', 'alreadyDecided'] },
      { order: ['Ewa', first, second], counted: ['pending', 'alreadyDecided', 'pending'] },
    ]
    for (const [n, { order, counted }] of orders.entries()) {
      const answers: unknown[] = []
      for (const who of order) answers.push(await vote(who, others[n]!))
      expect([order, answers]).toEqual([order, counted])
      expect(await vote(third, others[n]!)).toBe('approved')
    }
    // The other delegate keeps the seat that was reassigned to them.
    const given = { stage: 1, to: they.id('Elif'), comment: 'She knows it best.' }
    expect((await they.as(first).post(`/account-approvals/${passed}/pass-on`, given)).status).toBe(201)
    expect(await vote('Ewa', passed)).toBe('pending')
    expect(await vote('Elif', passed)).toBe('pending')
    expect((await they.votes(passed)).map(({ on_behalf_of }) => on_behalf_of).sort()).toEqual([they.id(first), they.id(second)].sort())
  })

  it('accepts a delegate whom only the directory knows', async () => {
    const stranger = app.company.people.find((each) => each.enabled && !app.company.personas.includes(each))!
    await app.db.updateTable('people').set({ employee_id: null }).where('id', '=', stranger.id).execute()
    const answer = await they.as('Ravi').post('/me/delegations', { delegateId: stranger.id.toUpperCase() })
    expect(answer).toMatchObject({ status: 201, body: { delegate: { id: stranger.id } } })
  })

  roleSuite(
    'setDelegation',
    () => app,
    () => ({ path: '/me/delegations', body: { delegateId: they.id('Ewa') } }),
  )

  it('denies the vote of a delegate who is the requester', async () => {
    await they.set('Ravi', 'Daniel')
    const own = await they.ask('Daniel')
    const others = await they.ask('Priya')
    expect(await they.waiting('Daniel')).toContain(others)
    expect(await they.waiting('Daniel')).not.toContain(own)
    expect(await they.vote('Daniel', own)).toMatchObject({ status: 403, body: { message: ownRequest } })
    expect(await they.votes(own)).toEqual([])
  })

  it('denies the vote of another account of the requester, and rejects your own other account', async () => {
    const row = await app.db.selectFrom('people').select('employee_id').where('id', '=', they.id('Ewa')).executeTakeFirstOrThrow()
    const become = (of: string | null) => app.db.updateTable('people').set({ employee_id: of }).where('id', '=', they.id('Ewa')).execute()
    const numberOf = async (who: string) =>
      (await app.db.selectFrom('people').select('employee_id').where('id', '=', they.id(who)).executeTakeFirstOrThrow()).employee_id
    await they.set('Ravi', 'Ewa')
    const approvalId = await they.ask('Priya')
    await become(await numberOf('Priya'))
    expect(await they.waiting('Ewa')).not.toContain(approvalId)
    expect((await they.vote('Ewa', approvalId)).status).toBe(403)
    await they.clear()
    await become(await numberOf('Ravi'))
    expect(await they.set('Ravi', 'Ewa')).toMatchObject({ status: 400, body: { errors: [{ field: 'delegateId' }] } })
    await become(row.employee_id)
    expect(await they.votes(approvalId)).toEqual([])
  })

  it('rejects a chain: a delegate who is absent, or who becomes absent later', async () => {
    expect((await they.set('Ewa', 'Samuel', { startsAt: they.at(day), endsAt: they.at(3 * day) })).status).toBe(201)
    const chained = await they.set('Ravi', 'Ewa')
    expect(chained).toMatchObject({ status: 400, body: { errors: [{ field: 'delegateId' }] } })
    expect(chained.body.message).toMatch(/is away during that time.*Choose another person/)
    expect((await they.set('Ravi', 'Ewa', { endsAt: they.at(day - hour) })).status).toBe(201)
    await they.clear()

    const approvalId = await they.ask()
    await they.set('Ravi', 'Ewa')
    await they.set('Ewa', 'Samuel')
    expect((await they.notificationsOf('Ravi')).at(-1)).toMatch(/^Ewa \S+, your delegate, is away now/)
    expect(await they.waiting('Samuel')).not.toContain(approvalId)
    expect((await they.vote('Samuel', approvalId)).status).toBe(403)
    expect((await they.vote('Ewa', approvalId)).status).toBe(200)
  })

  it('rejects yourself, disabled or unknown people, impossible times and unknown fields', async () => {
    const wrong = async (body: object) => (await they.as('Ravi').post('/me/delegations', { delegateId: they.id('Ewa'), ...body })).body
    expect(await wrong({ delegateId: they.id('Ravi') })).toMatchObject({ code: 'invalidRequest', errors: [{ field: 'delegateId' }] })
    expect((await wrong({ delegateId: they.id('Oliver') })).errors[0].message).toMatch(/disabled/)
    expect((await wrong({ delegateId: randomUUID() })).code).toBe('invalidRequest')
    expect((await wrong({ endsAt: they.at(-hour) })).errors).toMatchObject([{ field: 'endsAt' }])
    expect((await wrong({ startsAt: they.at(3 * day), endsAt: they.at(2 * day) })).errors).toMatchObject([{ field: 'endsAt' }])
    expect((await wrong({ endsAt: they.at(400 * day) })).errors).toMatchObject([{ field: 'endsAt' }])
    expect((await wrong({ startsAt: they.at(-3 * day) })).errors).toMatchObject([{ field: 'startsAt' }])
    expect((await wrong({ startsAt: they.at(400 * day) })).errors).toMatchObject([{ field: 'startsAt' }])
    expect((await wrong({ startsAt: 'soon' })).code).toBe('invalidRequest')
    expect((await wrong({ reason: 'x'.repeat(201) })).code).toBe('invalidRequest')
    expect((await wrong({ personId: they.id('Margaret') })).code).toBe('invalidRequest')
    expect(await app.db.selectFrom('delegations').select('id').execute()).toEqual([])
  })

  it('returns 409 for overlapping delegations, also in parallel, and beyond twenty', async () => {
    const both = await Promise.all([they.set('Ravi', 'Ewa'), they.set('Ravi', 'Samuel')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const overlap = await they.set('Ravi', 'Samuel', { startsAt: they.at(day) })
    expect(overlap.body.message).toMatch(/is already the delegate for some of that time/)
    await they.clear()
    for (let n = 0; n < 20; n++) await they.set('Ravi', 'Ewa', { startsAt: they.at((n + 1) * day), endsAt: they.at((n + 1) * day + hour) })
    const more = await they.set('Ravi', 'Ewa', { endsAt: they.at(hour) })
    expect(more).toMatchObject({
      status: 409,
      body: { message: 'You have 20 planned delegations, the maximum. End one that you no longer need.' },
    })
  })
})

describe('advanceDelegations', () => {
  const statusOf = async (id: string) =>
    (await app.db.selectFrom('delegations').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  const enable = (who: string, active: boolean) => app.db.updateTable('people').set({ active }).where('id', '=', they.id(who)).execute()

  it('ends the delegation of a disabled delegate, whose vote no longer counts, and notifies', async () => {
    const approvalId = await they.ask()
    const { body } = await they.set('Ravi', 'Ewa')
    await enable('Ewa', false)
    expect(
      (await they.as('Priya').get(`/account-approvals/${approvalId}`)).body.stages[0].approvers.map(({ id }: { id: string }) => id),
    ).not.toContain(they.id('Ewa'))
    await pass(0)
    await enable('Ewa', true)
    expect(await statusOf(body.id)).toBe('ended')
    expect((await they.notificationsOf('Ravi')).at(-1)).toMatch(/^Ewa \S+ is no longer your delegate$/)
  })

  it('ends the delegation of a person who has left', async () => {
    const { body } = await they.set('Ravi', 'Ewa')
    await enable('Ravi', false)
    await pass(0)
    await enable('Ravi', true)
    expect(await statusOf(body.id)).toBe('ended')
    expect((await they.notificationsOf('Ewa')).at(-1)).toBe('You are no longer the delegate of Ravi Deshmukh')
  })

  it('ends a delegation between two accounts of the same person', async () => {
    const { body } = await they.set('Ravi', 'Ewa')
    const employee = (who: string) =>
      app.db.selectFrom('people').select('employee_id').where('id', '=', they.id(who)).executeTakeFirstOrThrow()
    const put = (employee_id: string | null) => app.db.updateTable('people').set({ employee_id }).where('id', '=', they.id('Ewa')).execute()
    const [ravi, ewa] = [await employee('Ravi'), await employee('Ewa')]
    await put(ravi.employee_id)
    try {
      await pass(0)
      const { status } = await app.db.selectFrom('delegations').select('status').where('id', '=', body.id).executeTakeFirstOrThrow()
      expect(status).toBe('ended')
    } finally {
      await put(ewa.employee_id)
    }
  })

  it('notifies no person twice', async () => {
    await they.set('Ravi', 'Ewa', { startsAt: they.at(hour), endsAt: they.at(day) })
    await pass(2 * hour)
    const before = (await they.notificationsOf('Ravi')).length
    await pass(hour)
    await pass(day)
    await pass(day)
    expect((await they.notificationsOf('Ravi')).length).toBe(before + 1)
  })
})
