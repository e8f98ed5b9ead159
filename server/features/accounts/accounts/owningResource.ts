import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface OwningResource {
  kind: 'account' | 'sandbox'
  id: string
}

/** Exactly one of the two columns is set in `access_groups` and `access_requests`. */
export function owningResource({ account_id, sandbox_id }: { account_id: string | null; sandbox_id: string | null }): OwningResource {
  return account_id === null ? { kind: 'sandbox', id: sandbox_id! } : { kind: 'account', id: account_id }
}

/** The query must join the account as `a` and the sandbox as `s`. */
export const owningResourceName: RawBuilder<string> = sql<string>`coalesce(a.name, s.name)`

/** A frozen sandbox has its role assignments removed but keeps its members in the record, so people can still be added to its groups. */
export const isOpenForMembers: RawBuilder<boolean> = sql<boolean>`(a.status is not distinct from 'active' or s.status in ('provisioning', 'active', 'frozen'))`

export function notificationSubject({ kind, id }: OwningResource): { subjectKind: string; subjectId: string } {
  return { subjectKind: kind === 'account' ? 'accountAccess' : 'sandbox', subjectId: id }
}

export async function ownersOfResource(db: Db, { kind, id }: OwningResource): Promise<string[]> {
  const owners =
    kind === 'account'
      ? db.selectFrom('account_owners').select('person_id').where('account_id', '=', id)
      : db.selectFrom('sandbox_owners').select('person_id').where('sandbox_id', '=', id)
  const rows: { person_id: string }[] = await owners.execute()
  return rows.map(({ person_id }) => person_id)
}
