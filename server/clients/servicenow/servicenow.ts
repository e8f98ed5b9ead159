import { type Static, Type } from 'typebox'
import type { Send } from '../pipeline.ts'
import { fetchServicenowAccess } from './servicenowAccess.ts'
import { servicenowIncidents } from './servicenowIncidents.ts'
import { servicenowPeople } from './servicenowPeople.ts'
import { nameIncludes, plainText, requireCompleteResponses, requireVisibleFields, searchableSegment } from './servicenowRows.ts'
import { isPlainText, servicenowTickets } from './servicenowTickets.ts'

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

interface NewConfigurationItem {
  name: string
  /** Slipway's ID of the subject. Items have this ID as their key, so that a repeated creation returns the same item. */
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

export function createServicenow(instance: Send) {
  const send = plainText(requireCompleteResponses(instance))

  async function query(
    path: string,
    sysparm_query: string,
    limit: number,
    requiredFields: readonly string[],
  ): Promise<ConfigurationItem[]> {
    const reply = await send({ method: 'GET', path, query: { ...shape, sysparm_query, sysparm_limit: limit }, accept: [404] })
    // Older ServiceNow releases return 404 for an empty list.
    if (reply.status === 404) return []
    requireVisibleFields(reply, 'configuration items', ['sys_id', 'name', ...requiredFields])
    return reply.list(ConfigurationItem, 'result')
  }

  async function getByCorrelationId(correlationId: string, table = accountItems): Promise<ConfigurationItem | undefined> {
    if (!isPlainText(correlationId)) return undefined
    const items = await query(table, `correlation_id=${correlationId}`, 10, ['correlation_id'])
    // ServiceNow ignores conditions that it can't parse, and returns every row.
    return items.find((item) => item.correlation_id === correlationId)
  }

  async function create({ name, correlationId, fields }: NewConfigurationItem): Promise<ConfigurationItem> {
    const body = { ...fields, name, correlation_id: correlationId }
    return firstItem(await send({ method: 'POST', path: accountItems, query: shape, body }))
  }

  return {
    ...servicenowTickets(send),
    ...servicenowIncidents(send),
    ...servicenowPeople(send),

    checkAccess: () => fetchServicenowAccess(send),

    async findConfigurationItem(name: string, limit = 50): Promise<ConfigurationItem[]> {
      const nameSegment = searchableSegment(name)
      if (nameSegment === undefined) return []
      const items = await query(anyItem, `nameLIKE${nameSegment}^ORDERBYname`, limit, [])
      return items.filter((item) => nameIncludes(item, name))
    },

    async getConfigurationItem(sysId: string): Promise<ConfigurationItem | undefined> {
      const reply = await send({ method: 'GET', path: `${anyItem}/${encodeURIComponent(sysId)}`, query: shape, accept: [404] })
      if (reply.status === 404) return undefined
      requireVisibleFields(reply, 'configuration items', ['sys_id', 'name'])
      return firstItem(reply)
    },

    getByCorrelationId: (correlationId: string) => getByCorrelationId(correlationId),

    /** Returns the service with this correlation ID, such as a family's; undefined if there is none. */
    getServiceByCorrelationId: (correlationId: string) => getByCorrelationId(correlationId, services),

    /**
     * Returns which of up to a hundred correlation IDs have cloud account items; undefined if ServiceNow ignored the condition, so that its
     * response can't be used.
     */
    async knownCorrelationIds(ids: string[]): Promise<Set<string> | undefined> {
      const requestedIds = new Set(ids)
      if (requestedIds.size === 0) return requestedIds
      if (requestedIds.size > 100 || ![...requestedIds].every((id) => isPlainText(id) && !id.includes(','))) return undefined
      const items = await query(accountItems, `correlation_idIN${[...requestedIds].join()}`, requestedIds.size + 1, ['correlation_id'])
      return items.every(({ correlation_id }) => requestedIds.has(correlation_id ?? ''))
        ? new Set(items.map((item) => item.correlation_id!))
        : undefined
    },

    /** Creates the item of a cloud account, or returns the one with this correlation ID. */
    async createConfigurationItem(item: NewConfigurationItem): Promise<ConfigurationItem> {
      return (await getByCorrelationId(item.correlationId)) ?? create(item)
    },

    createMissingConfigurationItem: create,

    async updateConfigurationItem(sysId: string, fields: Record<string, string>): Promise<ConfigurationItem> {
      const path = `${accountItems}/${encodeURIComponent(sysId)}`
      return firstItem(await send({ method: 'PATCH', path, query: shape, body: fields, idempotent: true }))
    },
  }
}

function firstItem(reply: Awaited<ReturnType<Send>>): ConfigurationItem {
  return reply.as(Type.Object({ result: ConfigurationItem })).result
}
