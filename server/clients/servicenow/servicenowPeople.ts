import { type Static, Type } from 'typebox'
import type { Send } from '../pipeline.ts'
import { nameIncludes, requireVisibleFields, searchableSegment } from './servicenowRows.ts'
import { isPlainText } from './servicenowTickets.ts'

const AssignmentGroup = Type.Object({
  sys_id: Type.String(),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  active: Type.Optional(Type.String()),
})
export type AssignmentGroup = Static<typeof AssignmentGroup>
const Caller = Type.Object({ sys_id: Type.String(), email: Type.Optional(Type.String()) })

const groups = '/api/now/table/sys_user_group'
const shape = { sysparm_fields: 'sys_id,name,description,email,active', sysparm_exclude_reference_link: true }

export function servicenowPeople(send: Send) {
  return {
    async findAssignmentGroup(name: string, limit = 50): Promise<AssignmentGroup[]> {
      const nameSegment = searchableSegment(name)
      if (nameSegment === undefined) return []
      const query = { ...shape, sysparm_query: `active=true^nameLIKE${nameSegment}^ORDERBYname`, sysparm_limit: limit }
      const reply = await send({ method: 'GET', path: groups, query, accept: [404] })
      if (reply.status === 404) return []
      requireVisibleFields(reply, 'assignment groups', ['sys_id', 'name', 'active'])
      return reply.list(AssignmentGroup, 'result').filter((group) => group.active === 'true' && nameIncludes(group, name))
    },

    /** Undefined if the group is missing. An inactive group is returned as inactive. */
    async getAssignmentGroup(sysId: string): Promise<AssignmentGroup | undefined> {
      const reply = await send({ method: 'GET', path: `${groups}/${encodeURIComponent(sysId)}`, query: shape, accept: [404] })
      if (reply.status === 404) return undefined
      requireVisibleFields(reply, 'assignment groups', ['sys_id', 'name'])
      return reply.as(Type.Object({ result: AssignmentGroup })).result
    },

    /** Returns ServiceNow's ID of the person with this email address; undefined if there is none, or access is denied. */
    async findCaller(email: string): Promise<string | undefined> {
      if (!isPlainText(email)) return undefined
      const query = { sysparm_fields: 'sys_id,email', sysparm_query: `active=true^email=${email}`, sysparm_limit: 2 }
      const reply = await send({ method: 'GET', path: '/api/now/table/sys_user', query, accept: [403, 404] })
      if (reply.status !== 200) return undefined
      return reply.list(Caller, 'result').find((each) => each.email?.toLowerCase() === email.toLowerCase())?.sys_id
    },
  }
}
