import { Type } from 'typebox'
import { type AccessCheck, createAccessCheck } from '../accessCheck.ts'
import { ExternalError } from '../externalError.ts'
import type { Send } from '../pipeline.ts'

const tables: Record<string, readonly string[]> = {
  sn_incident_write: ['incident'],
  sn_change_read: ['change_request'],
  sn_request_read: ['sc_req_item', 'sc_task'],
  sn_cmdb_editor: ['cmdb_ci_cloud_service_account', 'cmdb_ci_service'],
}

/**
 * Reads one row of each table. ServiceNow shows a user's roles only to administrators, so reading doesn't prove a role that can also write.
 */
export async function fetchServicenowAccess(send: Send): Promise<AccessCheck> {
  const check = createAccessCheck()
  for (const [role, names] of Object.entries(tables)) {
    const areRead = await Promise.all(names.map((name) => canReadTable(send, name)))
    check[areRead.includes(false) ? 'missing' : role.endsWith('_read') ? 'granted' : 'unverified'].push(role)
  }
  return check
}

async function canReadTable(send: Send, table: string): Promise<boolean> {
  const query = { sysparm_limit: 1, sysparm_fields: 'sys_id' }
  try {
    const reply = await send({ method: 'GET', path: `/api/now/table/${table}`, query, accept: [404] })
    if (reply.status !== 404) reply.list(Type.Object({ sys_id: Type.Optional(Type.String()) }), 'result')
    return true
  } catch (error) {
    if (error instanceof ExternalError && error.missing) return false
    throw error
  }
}
