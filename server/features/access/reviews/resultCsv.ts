import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { csvLine, csvStart } from '../../../http/csv.ts'

const header = [
  'Review',
  'Account',
  'Group',
  'Group ID',
  'Person',
  'Person ID',
  'Department',
  'Member since',
  'Last used',
  'Recommended',
  'Decision',
  'Reason',
  'Decided by',
  'Decided by ID',
  'Decided at',
  'Result',
  'Note',
  'Resolved at',
]

/** Returns the canonical result. People download it and the digest is computed from it, so it contains only data that no longer changes. */
export async function resultCsv(db: Db, reviewId: string): Promise<string> {
  const rows = await db
    .selectFrom('access_review_items as i')
    .innerJoin('access_reviews as r', 'r.id', 'i.review_id')
    .selectAll('i')
    .select('r.reference')
    .where('i.review_id', '=', reviewId)
    // The collation makes the order independent of the database’s locale.
    .orderBy(sql`i.group_name collate "C"`)
    .orderBy(sql`i.person_name collate "C"`)
    .orderBy('i.id')
    .execute()
  const time = (at: Date | null) => at?.toISOString() ?? ''
  const csvLines = rows.map((row) =>
    csvLine([
      row.reference,
      row.account_name,
      row.group_name,
      row.group_id,
      row.person_name,
      row.person_id,
      row.department ?? '',
      time(row.since),
      time(row.last_used_at),
      row.recommendation,
      row.decision,
      row.reason,
      row.decided_by_name ?? (row.decision === 'pending' ? '' : 'Review rule (no decision)'),
      row.decided_by ?? '',
      time(row.decided_at),
      row.result ?? '',
      row.result_note,
      time(row.resolved_at),
    ]),
  )
  const { reference, not_reviewed } = await db
    .selectFrom('access_reviews')
    .select(['reference', 'not_reviewed'])
    .where('id', '=', reviewId)
    .executeTakeFirstOrThrow()
  for (const { group, groupId, name, id, kind } of not_reviewed) {
    const note = `Not reviewed: ${kind === 'group' ? 'a group in the group' : 'no person'}`
    csvLines.push(csvLine([reference, '', group, groupId, name, id, ...Array.from({ length: 10 }, () => ''), note, '']))
  }
  return csvStart + csvLine(header) + csvLines.join('')
}
