import { type Static, Type } from 'typebox'
import type { Send } from '../pipeline.ts'
import { requireVisibleFields } from './servicenowRows.ts'
import { isPlainText } from './servicenowTickets.ts'

const Incident = Type.Object({
  sys_id: Type.String(),
  number: Type.String(),
  short_description: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  priority: Type.Optional(Type.String()),
  opened_at: Type.Optional(Type.String()),
  /** Slipway checks both conditions again, because ServiceNow ignores conditions that it can't parse, and returns every row. */
  cmdb_ci: Type.Optional(Type.String()),
  active: Type.Optional(Type.String()),
  assignment_group: Type.Optional(Type.String()),
  'assignment_group.name': Type.Optional(Type.String()),
})
/** All values are text, as in ServiceNow's responses. Times are UTC, as `2026-11-21 09:30:00`. */
export type Incident = Static<typeof Incident>

const shape = {
  sysparm_fields: 'sys_id,number,short_description,state,priority,opened_at,cmdb_ci,active,assignment_group,assignment_group.name',
  sysparm_exclude_reference_link: true,
}
/** Limit on IDs per request, because the query is part of the URL. */
export const maxOpenIncidents = 100

export function servicenowIncidents(send: Send) {
  async function findIncidents(
    sysparm_query: string,
    limit: number,
    requiredFields: readonly string[],
    signal?: AbortSignal,
  ): Promise<Incident[]> {
    const query = { ...shape, sysparm_query, sysparm_limit: limit }
    const path = '/api/now/table/incident'
    const reply = await send({ method: 'GET', path, query, accept: [404], ...(signal ? { signal } : {}) })
    if (reply.status === 404) return []
    requireVisibleFields(reply, 'incidents', requiredFields)
    return reply.list(Incident, 'result')
  }

  return {
    async listOpenIncidents(itemSysId: string, limit = 50): Promise<Incident[]> {
      if (!isPlainText(itemSysId)) return []
      const rows = await findIncidents(`cmdb_ci=${itemSysId}^active=true^ORDERBYDESCopened_at`, limit, [
        'sys_id',
        'number',
        'cmdb_ci',
        'active',
      ])
      return rows.filter(({ cmdb_ci, active }) => cmdb_ci === itemSysId && active === 'true')
    },

    /** Reads incidents by ID, open or closed; missing ones are left out. */
    async readIncidents(sysIds: readonly string[], signal?: AbortSignal): Promise<Incident[]> {
      const sysIdSet = new Set(sysIds.slice(0, maxOpenIncidents).filter((id) => /^\w+$/.test(id)))
      if (sysIdSet.size === 0) return []
      const rows = await findIncidents(`sys_idIN${[...sysIdSet].join(',')}`, sysIdSet.size, ['sys_id', 'number', 'state'], signal)
      return rows.filter(({ sys_id }) => sysIdSet.has(sys_id))
    },
  }
}
