import { sql } from 'kysely'
import type { Db } from './database.ts'

/** If the callback throws, only what it wrote is undone, and the transaction can continue. @throws what the callback throws */
export async function inSavepoint<Result>(db: Db, callback: () => Promise<Result>): Promise<Result> {
  await sql`savepoint attempt`.execute(db)
  try {
    return await callback()
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(db)
    throw error
  } finally {
    // Unreleased savepoints pile up, and each takes memory and a transaction ID.
    await sql`release savepoint attempt`.execute(db)
  }
}
