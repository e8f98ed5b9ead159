import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { invariants } from '../../../db/invariants.ts'
import { recordInvariants } from './recordInvariants.ts'

interface ListedInvariant {
  name: string
  state: string
  violations: number
  violatedSince: string | null
  problem: string | null
  rows: { id: string; detail: string }[] | null
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const list = async (givenName = 'Niamh'): Promise<{ checkedAt: string | null; violated: number; invariants: ListedInvariant[] }> =>
  (await as(givenName).get('/cockpit/invariants')).body
const alwaysApplied = invariants.filter(({ inOperation }) => !inOperation)

async function withoutOwners(callback: (accountId: string) => Promise<void>): Promise<void> {
  const { id } = await app.db.selectFrom('accounts').select('id').where('status', '=', 'active').orderBy('id').executeTakeFirstOrThrow()
  const owners = await app.db.selectFrom('account_owners').selectAll().where('account_id', '=', id).execute()
  const unchecked = (transform: (tx: typeof app.db) => Promise<unknown>) =>
    app.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await transform(tx)
    })
  await unchecked((tx) => tx.deleteFrom('account_owners').where('account_id', '=', id).execute())
  try {
    await callback(id)
  } finally {
    await unchecked((tx) => tx.insertInto('account_owners').values(owners).execute())
  }
}

describe('listInvariants', () => {
  it('lists every rule, even before the first check', async () => {
    await app.db.deleteFrom('invariant_checks').execute()
    const { checkedAt, violated, invariants: listedInvariants } = await list()
    expect({ checkedAt, violated }).toEqual({ checkedAt: null, violated: 0 })
    expect(listedInvariants.map(({ name }) => name).sort()).toEqual(invariants.map(({ name }) => name).sort())
    expect(listedInvariants.every(({ state }) => state === 'unknown')).toBe(true)
  })

  it('shows a violation first, with its rows and start, until it ends', async () => {
    const [firstHour, secondHour, thirdHour] = [1, 2, 3].map((hour) => new Date(Date.UTC(2026, 5, 1, hour)))
    await withoutOwners(async (accountId) => {
      await recordInvariants(app.db, firstHour!, alwaysApplied)
      const { checkedAt, violated, invariants: listedInvariants } = await list()
      expect({ checkedAt, violated }).toEqual({ checkedAt: firstHour!.toISOString(), violated: 1 })
      expect(listedInvariants[0]).toMatchObject({ name: 'account-has-two-to-ten-owners', state: 'violated', violations: 1 })
      expect(listedInvariants[0]!.rows).toEqual([{ id: accountId, detail: expect.stringContaining('0 owners') }])
      await recordInvariants(app.db, secondHour!, alwaysApplied)
      expect((await list()).invariants[0]).toMatchObject({ violatedSince: firstHour!.toISOString() })
    })
    await recordInvariants(app.db, thirdHour!, alwaysApplied)
    const { violated, invariants: listedInvariants } = await list()
    expect(violated).toBe(0)
    expect(listedInvariants.find(({ name }) => name === 'account-has-two-to-ten-owners')).toMatchObject({
      state: 'holds',
      violations: 0,
      violatedSince: null,
      rows: [],
    })
  })

  it('notifies administrators once per violation, and again when the rule is violated again', async () => {
    const notifications = () => app.db.selectFrom('notifications').select('person_id').where('kind', '=', 'invariantViolated').execute()
    await app.db.deleteFrom('notifications').where('kind', '=', 'invariantViolated').execute()
    const timeAt = (hour: number) => new Date(Date.UTC(2026, 6, 1, hour))
    let firstCount = 0
    await withoutOwners(async () => {
      await recordInvariants(app.db, timeAt(1), alwaysApplied)
      await recordInvariants(app.db, timeAt(2), alwaysApplied)
      const recipients = (await notifications()).map(({ person_id }) => person_id)
      expect(recipients).toContain(app.persona('Niamh').id)
      expect(recipients).not.toContain(app.persona('Grace').id)
      expect(new Set(recipients).size).toBe(recipients.length)
      firstCount = recipients.length
    })
    await recordInvariants(app.db, timeAt(3), alwaysApplied)
    await withoutOwners(() => recordInvariants(app.db, timeAt(4), alwaysApplied))
    expect(await notifications()).toHaveLength(2 * firstCount)
    await recordInvariants(app.db, timeAt(5), alwaysApplied)
  })

  it('shows whether the caller can check the rules now', async () => {
    const allowedActions = async (givenName: string) => (await as(givenName).get('/cockpit/invariants')).body.can.act
    expect([await allowedActions('Niamh'), await allowedActions('Grace')]).toEqual([true, expect.any(String)])
  })

  it('hides the violating rows from auditors', async () => {
    await withoutOwners(async () => {
      await recordInvariants(app.db, new Date(), alwaysApplied)
      expect((await list('Grace')).invariants[0]).toMatchObject({ state: 'violated', violations: 1, rows: null })
    })
  })

  it('shows the reason why a rule could not be checked, and checks the others', async () => {
    const brokenInvariant = { ...alwaysApplied[0]!, query: 'select 1 / 0 as id, null as detail' }
    await recordInvariants(app.db, new Date(), [brokenInvariant, ...alwaysApplied.slice(1)])
    const { invariants: listedInvariants } = await list()
    expect(listedInvariants.find(({ name }) => name === brokenInvariant.name)).toMatchObject({
      state: 'unknown',
      problem: 'division by zero',
    })
    expect(
      listedInvariants.filter(({ state, name }) => state === 'holds' && alwaysApplied.some((each) => each.name === name)),
    ).toHaveLength(alwaysApplied.length - 1)
  })

  roleSuite(
    'listInvariants',
    () => app,
    () => ({ path: '/cockpit/invariants' }),
  )

  it('rejects unknown parameters', async () => {
    expect((await as('Niamh').get('/cockpit/invariants?name=x')).status).toBe(400)
  })
})
