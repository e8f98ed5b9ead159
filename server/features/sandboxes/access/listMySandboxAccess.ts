import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { presentAssignment, selectAssignments } from './assignments.ts'
import { UserSandboxGroupAssignment } from './schemas.ts'

const max = 500

export const listMySandboxAccess = operation({
  id: 'listMySandboxAccess',
  method: 'GET',
  path: '/sandbox-access/myAccess',
  tag: 'sandbox-access',
  summary: 'List your sandbox access, earliest end first',
  access: 'signedIn',
  responses: { 200: Type.Array(UserSandboxGroupAssignment) },
  async handler({ db, actor, now }) {
    const rows = await selectAssignments(db, actor)
      .where('m.person_id', '=', actor.id)
      .where('m.status', 'in', ['scheduled', 'granting', 'active', 'revoking'])
      .orderBy(sql`m.ends_at nulls last`)
      .orderBy('m.id')
      .limit(max)
      .execute()
    return rows.map((row) => presentAssignment(actor, row, now()))
  },
})
