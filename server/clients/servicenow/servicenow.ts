import { type Static, Type } from 'typebox'
import type { Send } from '../pipeline.ts'
import { servicenowIncidents } from './servicenowIncidents.ts'
import { servicenowPeople } from './servicenowPeople.ts'
import { hasInName, plainText, refuseHidden, searchablePiece, wholeAnswers } from './servicenowRows.ts'
import { isPlain, servicenowTickets } from './servicenowTickets.ts'

const ConfigurationItem = Type.Object({
  sys_id: Type.String(),
  name: Type.String(),
  sys_class_name: Type.Optional(Type.String()),
  correlation_id: Type.Optional(Type.String()),
  short_description: Type.Optional(Type.String()),
  operational_status: Type.Optional(Type.String()),
  support_group: Type.Optional(Type.String()),
  'support_group.name': Type.Optional(Type.String()),
})
/** All values are text, as in ServiceNow's responses. */
export type ConfigurationItem = Static<typeof ConfigurationItem>

export interface NewConfigurationItem {
  name: string
  /** Slipway's ID of the subject: the key that makes creating the item safe to repeat. */
  correlationId: string
  fields?: Record<string, string>
}

export type Servicenow = ReturnType<typeof createServicenow>

const anyItem = '/api/now/table/cmdb_ci'
const accountItems = '/api/now/table/cmdb_ci_cloud_service_account'
const services = '/api/now/table/cmdb_ci_service'
const shape = {
  sysparm_fields: 'sys_id,name,sys_class_name,correlation_id,short_description,operational_status,support_group,support_group.name',
  sysparm_exclude_reference_link: true,
}

/** ServiceNow's table API: configuration items of cloud accounts, their tickets, and assignment groups. */
export function createServicenow(instance: Send) {
  const send = plainText(wholeAnswers(instance))

  async function query(path: string, sysparm_query: string, limit: number, needed: readonly string[]): Promise<ConfigurationItem[]> {
    const reply = await send({ method: 'GET', path, query: { ...shape, sysparm_query, sysparm_limit: limit }, accept: [404] })
    // Older releases return 404 for an empty list.
    if (reply.status === 404) return []
    refuseHidden(reply, 'configuration items', ['sys_id', 'name', ...needed])
    return reply.list(ConfigurationItem, 'result')
  }

  async function getByCorrelationId(correlationId: string, table = accountItems): Promise<ConfigurationItem | undefined> {
    if (!isPlain(correlationId)) return undefined
    const items = await query(table, `correlation_id=${correlationId}`, 10, ['correlation_id'])
    // ServiceNow ignores conditions that it can't parse, and returns every row.
    return items.find((item) => item.correlation_id === correlationId)
  }

  async function create({ name, correlationId, fields }: NewConfigurationItem): Promise<ConfigurationItem> {
    const body = { ...fields, name, correlation_id: correlationId }
    return one(await send({ method: 'POST', path: accountItems, query: shape, body }))
  }

  return {
    ...servicenowTickets(send),
    ...servicenowIncidents(send),
    ...servicenowPeople(send),

    async findConfigurationItem(name: string, limit = 50): Promise<ConfigurationItem[]> {
      const piece = searchablePiece(name)
      if (piece === undefined) return []
      const items = await query(anyItem, `nameLIKE${piece}^ORDERBYname`, limit, [])
      return items.filter((item) => hasInName(item, name))
    },

    async getConfigurationItem(sysId: string): Promise<ConfigurationItem | undefined> {
      const reply = await send({ method: 'GET', path: `${anyItem}/${encodeURIComponent(sysId)}`, query: shape, accept: [404] })
      if (reply.status === 404) return undefined
      refuseHidden(reply, 'configuration items', ['sys_id', 'name'])
      return one(reply)
    },

    getByCorrelationId: (correlationId: string) => getByCorrelationId(correlationId),

    /** Returns the service with this correlation ID, such as a family's; undefined if there is none. */
    getServiceByCorrelationId: (correlationId: string) => getByCorrelationId(correlationId, services),

    /** Returns which of up to a hundred correlation IDs have cloud account items; undefined if ServiceNow's response is not reliable. */
    async knownCorrelationIds(ids: string[]): Promise<Set<string> | undefined> {
      const asked = new Set(ids)
      if (asked.size === 0) return asked
      if (asked.size > 100 || ![...asked].every((id) => isPlain(id) && !id.includes(','))) return undefined
      const items = await query(accountItems, `correlation_idIN${[...asked].join()}`, asked.size + 1, ['correlation_id'])
      // ServiceNow ignores conditions that it can't parse, and returns every row.
      return items.every(({ correlation_id }) => asked.has(correlation_id ?? ''))
        ? new Set(items.map((item) => item.correlation_id!))
        : undefined
    },

    /** Creates a cloud account's item, or returns the one with this correlation ID. */
    async createConfigurationItem(item: NewConfigurationItem): Promise<ConfigurationItem> {
      return (await getByCorrelationId(item.correlationId)) ?? create(item)
    },

    createMissingConfigurationItem: create,

    async updateConfigurationItem(sysId: string, fields: Record<string, string>): Promise<ConfigurationItem> {
      const path = `${accountItems}/${encodeURIComponent(sysId)}`
      return one(await send({ method: 'PATCH', path, query: shape, body: fields, idempotent: true }))
    },
  }
}

function one(reply: Awaited<ReturnType<Send>>): ConfigurationItem {
  return reply.as(Type.Object({ result: ConfigurationItem })).result
}
