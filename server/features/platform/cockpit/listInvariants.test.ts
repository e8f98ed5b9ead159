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
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const list = async (givenName = 'Niamh'): Promise<{ checkedAt: string | null; violated: number; invariants: ListedInvariant[] }> =>
  (await as(givenName).get('/cockpit/invariants')).body
const always = invariants.filter(({ inOperation }) => !inOperation)

/** Removes the owners of an account despite the database's rules, and restores them afterwards. */
async function withoutOwners(work: (accountId: string) => Promise<void>): Promise<void> {
  const { id } = await app.db.selectFrom('accounts').select('id').where('status', '=', 'active').orderBy('id').executeTakeFirstOrThrow()
  const owners = await app.db.selectFrom('account_owners').selectAll().where('account_id', '=', id).execute()
  const unchecked = (change: (tx: typeof app.db) => Promise<unknown>) =>
    app.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await change(tx)
    })
  await unchecked((tx) => tx.deleteFrom('account_owners').where('account_id', '=', id).execute())
  try {
    await work(id)
  } finally {
    await unchecked((tx) => tx.insertInto('account_owners').values(owners).execute())
  }
}

describe('listInvariants', () => {
  it('lists every rule, also before the first check', async () => {
    await app.db.deleteFrom('invariant_checks').execute()
    const { checkedAt, violated, invariants: listed } = await list()
    expect({ checkedAt, violated }).toEqual({ checkedAt: null, violated: 0 })
    expect(listed.map(({ name }) => name).sort()).toEqual(invariants.map(({ name }) => name).sort())
    expect(listed.every(({ state }) => state === 'unknown')).toBe(true)
  })

  it('shows a violation first, with its rows and start, until it ends', async () => {
    const [first, second, third] = [1, 2, 3].map((hour) => new Date(Date.UTC(2026, 5, 1, hour)))
    await withoutOwners(async (accountId) => {
      await recordInvariants(app.db, first!, always)
      const { checkedAt, violated, invariants: listed } = await list()
      expect({ checkedAt, violated }).toEqual({ checkedAt: first!.toISOString(), violated: 1 })
      expect(listed[0]).toMatchObject({ name: 'account-has-two-to-ten-owners', state: 'violated', violations: 1 })
      expect(listed[0]!.rows).toEqual([{ id: accountId, detail: expect.stringContaining('0 owners') }])
      await recordInvariants(app.db, second!, always)
      expect((await list()).invariants[0]).toMatchObject({ violatedSince: first!.toISOString() })
    })
    await recordInvariants(app.db, third!, always)
    const { violated, invariants: listed } = await list()
    expect(violated).toBe(0)
    expect(listed.find(({ name }) => name === 'account-has-two-to-ten-owners')).toMatchObject({
      state: 'holds',
      violations: 0,
      violatedSince: null,
      rows: [],
    })
  })

  it('notifies administrators once per violation, and again when the rule is violated again', async () => {
    const notifications = () => app.db.selectFrom('notifications').select('person_id').where('kind', '=', 'invariantViolated').execute()
    await app.db.deleteFrom('notifications').where('kind', '=', 'invariantViolated').execute()
    const at = (hour: number) => new Date(Date.UTC(2026, 6, 1, hour))
    let first = 0
    await withoutOwners(async () => {
      await recordInvariants(app.db, at(1), always)
      await recordInvariants(app.db, at(2), always)
      const everyone = (await notifications()).map(({ person_id }) => person_id)
      expect(everyone).toContain(app.persona('Niamh').id)
      expect(everyone).not.toContain(app.persona('Grace').id)
      expect(new Set(everyone).size).toBe(everyone.length)
      first = everyone.length
    })
    await recordInvariants(app.db, at(3), always)
    await withoutOwners(() => recordInvariants(app.db, at(4), always))
    expect(await notifications()).toHaveLength(2 * first)
    await recordInvariants(app.db, at(5), always)
  })

  it('shows whether you can check the rules now', async () => {
    const can = async (givenName: string) => (await as(givenName).get('/cockpit/invariants')).body.can.act
    expect([await can('Niamh'), await can('Grace')]).toEqual([true, expect.any(String)])
  })

  it('shows auditors no rows', async () => {
    await withoutOwners(async () => {
      await recordInvariants(app.db, new Date(), always)
      expect((await list('Grace')).invariants[0]).toMatchObject({ state: 'violated', violations: 1, rows: null })
    })
  })

  it('shows why a rule could not be checked, and checks the others', async () => {
    const broken = { ...always[0]!, query: 'select 1 / 0 as id, null as detail' }
    await recordInvariants(app.db, new Date(), [broken, ...always.slice(1)])
    const { invariants: listed } = await list()
    expect(listed.find(({ name }) => name === broken.name)).toMatchObject({ state: 'unknown', problem: 'division by zero' })
    expect(listed.filter(({ state, name }) => state === 'holds' && always.some((each) => each.name === name))).toHaveLength(
      always.length - 1,
    )
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
