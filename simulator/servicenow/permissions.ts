import type { FastifyRequest } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { ServiceNowError } from './serviceNowError.ts'

/**
 * A table needs these roles, by the prefix of its name; every user can read people and groups. Source: ServiceNow's product documentation
 * on the granular roles of ITSM (`sn_incident_write` and so on) and of the CMDB (`sn_cmdb_editor`).
 */
const roles: [prefix: string, role: string][] = [
  ['incident', 'sn_incident_write'],
  ['change_request', 'sn_change_read'],
  ['sc_', 'sn_request_read'],
  ['cmdb_ci', 'sn_cmdb_editor'],
]
const operations: Record<string, string> = { POST: 'Insert', PUT: 'Update', PATCH: 'Update', DELETE: 'Delete' }

/**
 * Denies what the integration user's roles don't allow, like the tables' access controls: a query over unreadable fields is denied
 * (KB0744425), a single record is not found (REST Table API reference). The errors of writes are quoted from Azure Monitor's page about the
 * ITSM connector.
 * @throws ServiceNowError
 */
export function requireRole(sim: Simulator, { method, params }: FastifyRequest): void {
  const { table = '', id } = params as { table?: string; id?: string }
  const name = roles.find(([prefix]) => table.startsWith(prefix))?.[1]
  if (name === undefined) return
  const onlyReads = name.endsWith('_read') && method in operations
  if (!onlyReads && sim.permissions.held('ServiceNow').includes(name)) {
    sim.permissions.use({ service: 'ServiceNow', name })
    return
  }
  if (method in operations)
    throw new ServiceNowError(403, 'Operation Failed', `ACL Exception ${operations[method]} Failed due to security constraints`)
  if (id !== undefined) throw new ServiceNowError(404, 'No Record found', "Record doesn't exist or ACL restricts the record retrieval")
  throw new ServiceNowError(403, 'Insufficient rights to query records', 'Field(s) present in the query do not have permission to be read')
}
