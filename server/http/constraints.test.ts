import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { withClient } from '../../test/postgresServer.ts'
import { errorCodes } from '../errors.ts'
import { constraintFailures } from './constraints.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('lists only constraints that exist in the database', async () => {
  const constraintNames = await withClient(database.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select conname as name from pg_constraint
      union select indexname from pg_indexes where schemaname = 'public'
      union select matches[1] from pg_proc, regexp_matches(prosrc, $$constraint = '(\\w+)'$$, 'g') as matches
      union select argument from pg_trigger, regexp_split_to_table(encode(tgargs, 'escape'), $$\\\\000$$) as argument`)
    return new Set(rows.map(({ name }) => name))
  })
  expect(Object.keys(constraintFailures).filter((name) => !constraintNames.has(name))).toEqual([])
})

it('has a sentence for each constraint, with a code that is not a server error', () => {
  for (const [code, message] of Object.values(constraintFailures)) {
    expect(errorCodes[code][0]).toBeLessThan(500)
    expect(message).toMatch(/^[A-Z].+\.$/)
  }
})

it('names each foreign key after its table and columns, from which failures get the field', async () => {
  const otherNames = await withClient(database.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select conname as name from pg_constraint c
      where contype = 'f' and connamespace = 'public'::regnamespace and conname <> (
        select conrelid::regclass || '_' || string_agg(attname, '_' order by n) || '_fkey'
        from unnest(conkey) with ordinality k (number, n) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = number)`)
    return rows.map(({ name }) => name)
  })
  expect(otherNames).toEqual([])
})
