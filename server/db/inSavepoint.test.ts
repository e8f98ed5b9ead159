import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { inTransaction } from './database.ts'
import { inSavepoint } from './inSavepoint.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const failure = new Error('The callback failed.')

describe('inSavepoint', () => {
  it('undoes only the callback that failed, also inside another one', async () => {
    const kept = await inTransaction(app.db, async (db) => {
      await sql`create temporary table attempts (name text) on commit drop`.execute(db)
      const insert = (name: string) => sql`insert into attempts values (${name})`.execute(db)
      await inSavepoint(db, async () => {
        await insert('outer')
        const inner = inSavepoint(db, async () => {
          await insert('inner')
          throw failure
        })
        await expect(inner).rejects.toBe(failure)
        await insert('after')
      })
      await expect(inSavepoint(db, () => sql`select 1 / 0`.execute(db))).rejects.toMatchObject({ code: '22012' })
      return (await sql<{ name: string }>`select name from attempts`.execute(db)).rows.map(({ name }) => name)
    })
    expect(kept).toEqual(['outer', 'after'])
  })

  it('leaves no savepoint', async () => {
    const leftover = inTransaction(app.db, async (db) => {
      await inSavepoint(db, async () => 'done')
      await inSavepoint(db, () => Promise.reject(failure)).catch(() => undefined)
      await sql`rollback to savepoint attempt`.execute(db)
    })
    await expect(leftover).rejects.toMatchObject({ code: '3B001' })
  })
})
