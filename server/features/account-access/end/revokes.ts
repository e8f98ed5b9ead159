import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Membership } from '../directoryMembership.ts'

/** An assignment that is to end, with the names by which people are told. */
export interface Revoke extends Membership {
  assignmentId: string
  groupName: string
  accountName: string
}

/** Those of the assignments that are on their way out, by group. */
export async function readRevokes(db: Db, assignmentIds: string[]): Promise<Revoke[]> {
  return db
    .selectFrom('group_assignments as m')
    .innerJoin('access_groups as g', 'g.id', 'm.group_id')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .select(['m.id as assignmentId', 'm.person_id as personId', 'g.id as groupId', 'g.name as groupName'])
    .select((eb) => eb.ref('g.directory_group_id').$notNull().as('directoryGroupId'))
    .select(['a.id as accountId', 'a.name as accountName'])
    .where(sql<boolean>`m.id = any (${assignmentIds}::uuid[])`)
    .where('m.status', '=', 'revoking')
    .orderBy('g.id')
    .orderBy('m.id')
    .execute()
}
