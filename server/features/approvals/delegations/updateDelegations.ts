import { type Db, inTransaction } from '../../../db/database.ts'
import { reconcileDelegations } from './resolve.ts'

export function updateDelegations({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  return inTransaction(db, (tx) => reconcileDelegations(tx, now()))
}
