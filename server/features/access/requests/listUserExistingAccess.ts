import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { canRequest } from '../../accounts/groups/policy.ts'
import { assignmentFacts, presentAssignment, selectAssignments } from '../assignments/assignments.ts'
import { ExistingAccess } from './schemas.ts'

const max = 500
const maxEnded = 50
const endedDays = 30

export const listUserExistingAccess = operation({
  id: 'listUserExistingAccess',
  method: 'GET',
  path: '/account-access/UserExistingAccess',
  tag: 'account-access',
  summary: 'List your access with permissions, end dates and reasons',
  description: `Includes access that is being granted or revoked. With \`ended=true\`, returns access that ended in the last ${endedDays} days instead, latest first, except access that you have again.`,
  access: 'signedIn',
  query: Type.Object({ ended: Type.Optional(Type.Boolean({ default: false })) }, { additionalProperties: false }),
  responses: { 200: Type.Array(ExistingAccess) },
  async handler({ db, actor, query, now }) {
    const at = now()
    const ownAssignments = selectAssignments(db, actor).select('g.allowed_actions').where('m.person_id', '=', actor.id)
    const rows = query.ended
      ? await ownAssignments
          .where('m.status', 'in', ['expired', 'revoked'])
          .where('m.updated_at', '>', new Date(at.getTime() - endedDays * 86_400_000))
          .where(
            sql<boolean>`not exists (select from group_assignments live where live.person_id = m.person_id and live.group_id = m.group_id
              and live.status in ('scheduled', 'granting', 'active', 'revoking'))`,
          )
          .orderBy('m.updated_at', 'desc')
          .orderBy('m.id')
          .limit(maxEnded)
          .execute()
      : await ownAssignments
          .where('m.status', 'in', ['scheduled', 'granting', 'active', 'revoking'])
          .orderBy(sql`m.ends_at nulls last`)
          .orderBy('m.id')
          .limit(max)
          .execute()
    return rows.map((row) => {
      const assignment = presentAssignment(actor, row, at)
      const { account, group, openRequest } = assignmentFacts(row)
      const request = query.ended ? canRequest(account, group, { member: false, openRequest }) : 'You have this access.'
      return { ...assignment, allowedActions: row.allowed_actions, can: { ...assignment.can, request } }
    })
  },
})
