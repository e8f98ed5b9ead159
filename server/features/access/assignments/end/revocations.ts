import { sql } from 'kysely'
import type { Db } from '../../../../db/database.ts'
import { owningResource, owningResourceName } from '../../../accounts/accounts/owningResource.ts'
import type { Membership } from '../directoryMembership.ts'

export interface Revocation extends Membership {
  assignmentId: string
  groupName: string
  homeName: string
}

export async function loadRevocations(db: Db, assignmentIds: string[]): Promise<Revocation[]> {
  const rows = await db
    .selectFrom('group_assignments as m')
    .innerJoin('access_groups as g', 'g.id', 'm.group_id')
    .leftJoin('accounts as a', 'a.id', 'g.account_id')
    .leftJoin('sandboxes as s', 's.id', 'g.sandbox_id')
    .select(['m.id as assignmentId', 'm.person_id as personId', 'g.id as groupId', 'g.name as groupName'])
    .select((eb) => eb.ref('g.directory_group_id').$notNull().as('directoryGroupId'))
    .select(['g.account_id', 'g.sandbox_id', owningResourceName.as('homeName')])
    .where(sql<boolean>`m.id = any (${assignmentIds}::uuid[])`)
    .where('m.status', '=', 'revoking')
    .orderBy('g.id')
    .orderBy('m.id')
    .execute()
  return rows.map(({ account_id, sandbox_id, ...revoke }) => ({ ...revoke, home: owningResource({ account_id, sandbox_id }) }))
}
