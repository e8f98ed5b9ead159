import { type Db, inTransaction } from '../../../db/database.ts'
import { settleDelegations } from './settle.ts'

/** Runs each minute. */
export function tendDelegations({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  return inTransaction(db, (tx) => settleDelegations(tx, now()))
}
