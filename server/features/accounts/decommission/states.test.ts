import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../../test/postgres.ts'
import { withClient } from '../../../../test/postgresServer.ts'
import type { DecommissionPhase } from '../../../db/tables.ts'
import { phaseVerdict } from './policy.ts'
import { canMove, decommissionTransitions } from './states.ts'

const phases = Object.keys(decommissionTransitions) as DecommissionPhase[]

it('allows exactly the documented transitions in the database', async () => {
  const database = await createTestDatabase()
  const body = await withClient(database.url, async (client) => {
    const { rows } = await client.query<{ prosrc: string }>(`select prosrc from pg_proc where proname = 'decommission_transitions'`)
    return rows[0]!.prosrc
  })
  await database.drop()
  const databaseTransitions = [...body.matchAll(/'(\w+)>(\w+)'/g)].map(([, from, to]) => `${from}>${to}`)
  const productTransitions = phases.flatMap((from) => phases.filter((to) => canMove(from, to)).map((to) => `${from}>${to}`))
  expect(databaseTransitions.toSorted()).toEqual(productTransitions.toSorted())
})

it('allows undo and skip in the grace period, and restore for 90 days, and otherwise returns the reason', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  for (const phase of phases) {
    const facts = { phase, restorableUntil: new Date('2026-12-01T00:00:00Z') }
    for (const action of ['undo', 'skipGracePeriod'] as const)
      expect(phaseVerdict(action, facts, now)).toEqual(phase === 'grace' ? true : expect.stringMatching(/^[A-Z].+\.$/))
    expect(phaseVerdict('restore', facts, now)).toEqual(phase === 'gone' ? true : expect.stringMatching(/^[A-Z].+\.$/))
  }
  expect(phaseVerdict('restore', { phase: 'gone', restorableUntil: now }, now)).toBe(
    phaseVerdict('restore', { phase: 'over', restorableUntil: null }, now),
  )
})
