import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { checkInvariants, invariants, maxViolations } from './invariants.ts'

let database: TestDatabase
let open: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, { max: 1 })
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

const some = (query: string) => [{ name: 'some-rule', sentence: 'Something holds.', query, inOperation: false }]

describe('checkInvariants', () => {
  it('knows at least 30 rules, each with a name of its own and a sentence', () => {
    expect(invariants.length).toBeGreaterThanOrEqual(30)
    expect(new Set(invariants.map(({ name }) => name)).size).toBe(invariants.length)
    for (const { name, query, sentence } of invariants) {
      expect(query, name).toMatch(/^-- [A-Z][^\n]+\.\n/)
      expect(sentence, name).toMatch(/^[A-Z].+\.$/)
    }
  })

  it('finds nothing in a new installation with the sample company', async () => {
    const findings = await checkInvariants(
      open.db,
      invariants.filter(({ inOperation }) => !inOperation),
    )
    expect(findings.filter(({ rows, problem }) => rows.length > 0 || problem)).toEqual([])
  })

  it('reports a limited number of rows', async () => {
    const [finding] = await checkInvariants(
      open.db,
      some(`-- All.\nselect n as id, 'row ' || n as detail from generate_series(1, 1000) n -- end\n`),
    )
    expect(finding).toMatchObject({ name: 'some-rule', problem: null })
    expect(finding!.rows).toHaveLength(maxViolations)
    expect(finding!.rows[0]).toEqual({ id: '1', detail: 'row 1' })
  })

  it('reports what cannot be checked', async () => {
    const [finding, next] = await checkInvariants(open.db, [
      ...some('select 1 from nowhere'),
      ...some('select 1 as id, null as detail where false'),
    ])
    expect(finding).toMatchObject({ rows: [], problem: 'relation "nowhere" does not exist' })
    expect(next).toMatchObject({ rows: [], problem: null })
  })
})
