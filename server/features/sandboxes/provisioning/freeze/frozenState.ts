import { type Db, inTransaction } from '../../../../db/database.ts'
import { updateRow } from '../../../../db/rows.ts'
import type { FrozenState } from '../../../../db/tables.ts'
import { desiredStateOf } from '../hostedSandbox.ts'

/**
 * Records assignments and compute before they are removed or stopped; the record stays until all of it is restored.
 * @returns false if the sandbox no longer has to freeze
 */
export function recordFrozenState(db: Db, sandboxId: string, changes: Partial<FrozenState>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom('sandboxes')
      .select(['status', 'removing_at', 'frozen_state'])
      .where('id', '=', sandboxId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (desiredStateOf(row) !== 'still') return false
    const { assignments, stopped } = row.frozen_state
    const recordedIds = new Set(assignments.map(({ id }) => id.toLowerCase()))
    const next: FrozenState = {
      assignments: [...assignments, ...(changes.assignments ?? []).filter(({ id }) => !recordedIds.has(id.toLowerCase()))],
      stopped: [...new Set([...stopped, ...(changes.stopped ?? []).map((id) => id.toLowerCase())])],
    }
    await updateRow(tx, 'sandboxes', sandboxId, { frozen_state: JSON.stringify(next) })
    return true
  })
}
