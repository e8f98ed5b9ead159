import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { accountList, existingAccounts } from '../features/accounts/accounts/list.ts'
import { accountRows } from '../features/accounts/accounts/queries.ts'
import { findPage, type ListQuery } from './list.ts'
import { pageReader } from './pageReader.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const auditor = { kind: 'person' as const, id: '', displayName: '', email: null, admin: false, auditor: true, credential: '' }
const list = accountList(auditor)
const readPage = pageReader(existingAccounts, sql<string>`accounts.id`, accountRows)

describe('pageReader', () => {
  it('reads the rows that findPage finds, in its order and with its total', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record<ListQuery>(
          {
            page: fc.integer({ min: 1, max: 5 }),
            size: fc.constantFrom(3, 25),
            sort: fc.constantFrom('name', '-createdAt', '-health,name', 'environment'),
            filter: fc.constantFrom('status==active', 'environment==production;criticality==tier1', 'name==nothing', 'name==*a*'),
            search: fc.constantFrom('basket', 'baskte', 'no such account'),
            total: fc.constantFrom('none', 'capped', 'exact'),
          },
          { requiredKeys: [] },
        ),
        async (query) => {
          const { items, ...page } = await readPage(app.db, list, query)
          const { ids, ...expected } = await findPage(app.db, list, query, existingAccounts)
          expect([items.map(({ id }) => id), page]).toEqual([ids.slice(0, page.size), expected])
        },
      ),
      { numRuns: 80 },
    )
  })

  it('returns a change that was made between two reads of the same page', async () => {
    const [firstAccount] = (await readPage(app.db, list, {})).items
    await app.db.updateTable('accounts').set({ description: 'Changed since' }).where('id', '=', firstAccount!.id).execute()
    expect((await readPage(app.db, list, {})).items[0]).toMatchObject({ id: firstAccount!.id, description: 'Changed since' })
  })

  it('supports more sort orders and filters than it keeps compiled', async () => {
    for (let n = 0; n < 210; n++)
      expect(await readPage(app.db, list, { filter: `name==no-such-name-${n}` })).toMatchObject({ items: [], total: 0 })
    expect((await readPage(app.db, list, {})).items).toHaveLength(25)
  })
})
