import { expect, it } from 'vitest'
import { createTestDatabase } from '../test/postgres.ts'
import { withClient } from '../test/postgresServer.ts'
import { fillAccess } from './accessData.ts'
import { fillInbox } from './inboxData.ts'
import { fillAccounts } from './listsData.ts'

// The rows violate data invariants, which dropping a database would check. The run drops these databases at its end.
it.each([
  ['accounts', (url: string) => fillAccounts(url, 2_500), 'select count(*)::int from accounts', 2_500],
  ['access', (url: string) => fillAccess(url, 500, 300), 'select count(*)::int from group_assignments', 500],
  ['the inbox', (url: string) => fillInbox(url, 300), 'select count(*)::int from approvals', 300],
])('fills the tables of the benchmark of %s with rows that meet the constraints', async (_name, fill, sql, least) => {
  const { url } = await createTestDatabase()
  const count = () => withClient(url, async (client) => (await client.query<{ count: number }>(sql)).rows[0]!.count)
  await fill(url)
  expect(await count()).toBeGreaterThanOrEqual(least)
})
