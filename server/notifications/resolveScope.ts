import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { findSubject } from '../subjects/registry.ts'

export interface NotificationScope {
  accountId: string | null
  familyId: string | null
  towerId: string | null
}

const emptyScope: NotificationScope = { accountId: null, familyId: null, towerId: null }

export async function resolveScope(db: Db, subjectKind: string, subjectId: string): Promise<NotificationScope> {
  const scope = findSubject(subjectKind)?.scope?.(subjectId)
  if (!scope) return emptyScope
  const { rows } = await sql<NotificationScope>`select account_id as "accountId", family_id as "familyId", tower_id as "towerId"
    from (${scope}) scope`.execute(db)
  return rows[0] ?? emptyScope
}
