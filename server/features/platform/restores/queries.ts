import type { Db } from '../../../db/database.ts'
import { isPausedAfterRestore } from '../../../workflows/restorePause.ts'
import { isPlanned, isUnread } from './limitDifferences.ts'
import type { LatestRestore } from './schemas.ts'

export async function loadLatestRestore(db: Db): Promise<Omit<LatestRestore, 'can'>> {
  const row = await db
    .selectFrom('database_restores as r')
    .leftJoin('people as p', 'p.id', 'r.accepted_by')
    .selectAll('r')
    .select('p.display_name')
    .orderBy('r.restored_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { paused: false, restore: null, report: null }
  const report = await db
    .selectFrom('restore_reports as r')
    .leftJoin('people as p', 'p.id', 'r.requested_by')
    .selectAll('r')
    .select('p.display_name')
    .where('r.restore_id', '=', row.id)
    .orderBy('r.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    paused: await isPausedAfterRestore(db),
    restore: {
      id: row.id,
      kind: row.kind,
      dataAt: row.data_at.toISOString(),
      restoredAt: row.restored_at.toISOString(),
      restoredBy: row.restored_by,
      acceptedAt: row.accepted_by ? (row.closed_at?.toISOString() ?? null) : null,
      acceptedBy: row.display_name,
      comment: row.comment,
    },
    report: report
      ? {
          id: report.id,
          number: report.number,
          requestedAt: report.requested_at.toISOString(),
          requestedBy: report.display_name,
          endedAt: report.ended_at?.toISOString() ?? null,
          total: report.total,
          unread: report.unread ?? report.differences.filter(isUnread).length,
          pendingDeletions: report.pending_deletions ?? report.differences.filter(isPlanned).length,
          differences: report.differences,
          problems: report.problems,
        }
      : null,
  }
}
