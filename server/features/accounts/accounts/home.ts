import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Where a group gives its roles: an account or a sandbox. Also the kind under which its changes are announced. */
export interface GroupHome {
  kind: 'account' | 'sandbox'
  id: string
}

/** Of a row of `access_groups` or `access_requests`, which has exactly one of the two. */
export function homeOf({ account_id, sandbox_id }: { account_id: string | null; sandbox_id: string | null }): GroupHome {
  return account_id === null ? { kind: 'sandbox', id: sandbox_id! } : { kind: 'account', id: account_id }
}

/** The name of a group's home, where its account is joined as `a` and its sandbox as `s`. */
export const homeName: RawBuilder<string> = sql<string>`coalesce(a.name, s.name)`

/** Whether somebody can be let into a group there. A frozen sandbox has its roles off, but who is in it is kept on record. */
export const homeTakesPeople: RawBuilder<boolean> = sql<boolean>`(a.status is not distinct from 'active' or s.status in ('provisioning', 'active', 'frozen'))`

/** What the links of notices about access there lead to. */
export function noticeSubject({ kind, id }: GroupHome): { subjectKind: string; subjectId: string } {
  return { subjectKind: kind === 'account' ? 'accountAccess' : 'sandbox', subjectId: id }
}

/** Ids of the owners. */
export async function ownersOfHome(db: Db, { kind, id }: GroupHome): Promise<string[]> {
  const owners =
    kind === 'account'
      ? db.selectFrom('account_owners').select('person_id').where('account_id', '=', id)
      : db.selectFrom('sandbox_owners').select('person_id').where('sandbox_id', '=', id)
  const rows: { person_id: string }[] = await owners.execute()
  return rows.map(({ person_id }) => person_id)
}
