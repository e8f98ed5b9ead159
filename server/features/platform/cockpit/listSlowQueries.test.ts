import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { openDatabase } from '../../../db/database.ts'
import { runInContext } from '../../../db/executionContext.ts'
import { countSlowQueries, maxStatements, shapeOf } from '../../../db/slowQueries.ts'
import { flush } from './flush.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)

const list = async () => (await as('Grace').get('/cockpit/slow-queries')).body

describe('listSlowQueries', () => {
  it('counts Slipway’s statements over the threshold by shape and database role, without values', async () => {
    // Any statement can be slow on a busy machine, so the case without slow statements uses a threshold that no statement reaches.
    const [slowCounter, quickCounter] = [countSlowQueries(20), countSlowQueries(60_000)]
    const otherDatabase = openDatabase(app.databaseUrl, { max: 1, slow: quickCounter })
    await sql`select 1`.execute(otherDatabase.db)
    await otherDatabase.close()
    expect(quickCounter.take()).toEqual([])
    const { db, close } = openDatabase(app.databaseUrl, { max: 1, slow: slowCounter })
    await runInContext('listAccountsAdv', () =>
      sql`select pg_sleep(${0.03}), ${'Priya’s secret'} as who, 'written out' as what`.execute(db),
    )
    await runInContext('listAccountsAdv', () => sql`select pg_sleep(${0.05}), ${'another'} as who, 'written out' as what`.execute(db))
    await runInContext('job expireAccess', () => sql`select pg_sleep(${0.03}), 1234 as x`.execute(db))
    await flush({ db: app.db, watch: app.context.clients.watch, slow: slowCounter, now: app.context.now })
    const { queries, thresholdMs } = await list()
    expect(thresholdMs).toBe(200)
    // The order isn't asserted, because either statement can take longer on a busy machine.
    const productQuery = { operation: 'listAccountsAdv', count: 2, statement: 'select pg_sleep($1), $2 as who, ? as what' }
    const ofJob = { operation: 'job expireAccess', count: 1, statement: 'select pg_sleep($1), ? as x' }
    expect(queries).toHaveLength(2)
    expect(queries).toEqual(expect.arrayContaining([expect.objectContaining(productQuery), expect.objectContaining(ofJob)]))
    expect(queries[0].maxMs).toBeGreaterThanOrEqual(queries[0].meanMs)
    expect(JSON.stringify(queries)).not.toMatch(/secret|written out|1234/)
    await close()
  })

  it('keeps a limited number of shapes', async () => {
    const slowCounter = countSlowQueries(1)
    for (let n = 0; n < 3 * maxStatements; n++) slowCounter.note(`select ${'x'.repeat(n)}`, 5)
    const recordedQueries = slowCounter.take()
    expect([recordedQueries.length, slowCounter.take().length]).toEqual([maxStatements, 0])
    expect(shapeOf('select a from b where c in ($1, $2, $3) and d = 5 and e2 = $4')).toBe(
      'select a from b where c in ($…) and d = ? and e2 = $4',
    )
    await app.db.deleteFrom('slow_queries').execute()
  })

  roleSuite(
    'listSlowQueries',
    () => app,
    () => ({ path: '/cockpit/slow-queries' }),
  )

  it('rejects unknown parameters', async () => {
    expect((await as('Niamh').get('/cockpit/slow-queries?size=1')).status).toBe(400)
  })
})
