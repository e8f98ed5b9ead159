import { type Static, Type } from 'typebox'
import type { Send } from './pipeline.ts'
import { isPlain, servicenowTickets } from './servicenowTickets.ts'

const ConfigurationItem = Type.Object({
  sys_id: Type.String(),
  name: Type.String(),
  sys_class_name: Type.Optional(Type.String()),
  correlation_id: Type.Optional(Type.String()),
  short_description: Type.Optional(Type.String()),
  operational_status: Type.Optional(Type.String()),
})
const Incident = Type.Object({
  sys_id: Type.String(),
  number: Type.String(),
  short_description: Type.Optional(Type.String()),
  priority: Type.Optional(Type.String()),
  opened_at: Type.Optional(Type.String()),
  /** Checked again here: a query ServiceNow does not understand is ignored and gives every row. */
  cmdb_ci: Type.Optional(Type.String()),
  active: Type.Optional(Type.String()),
})
export type Incident = Static<typeof Incident>

/** All values are text, as ServiceNow sends them. */
export type ConfigurationItem = Static<typeof ConfigurationItem>

export interface NewConfigurationItem {
  name: string
  /** Slipway's id of the thing: the key that makes creating the item safe to repeat. */
  correlationId: string
  /** Further columns of the table. */
  fields?: Record<string, string>
}

export type Servicenow = ReturnType<typeof createServicenow>

const anyItem = '/api/now/table/cmdb_ci'
const accountItems = '/api/now/table/cmdb_ci_cloud_service_account'
const services = '/api/now/table/cmdb_ci_service'
const shape = {
  sysparm_fields: 'sys_id,name,sys_class_name,correlation_id,short_description,operational_status',
  sysparm_exclude_reference_link: true,
}

/** ServiceNow's table API: configuration items of cloud accounts, and the tickets about them. */
export function createServicenow(send: Send) {
  const tickets = servicenowTickets(send)
  async function query(path: string, sysparm_query: string, limit: number): Promise<ConfigurationItem[]> {
    const reply = await send({ method: 'GET', path, query: { ...shape, sysparm_query, sysparm_limit: limit }, accept: [404] })
    // Older releases say 404 to an empty list.
    return reply.status === 404 ? [] : reply.list(ConfigurationItem, 'result')
  }

  async function getByCorrelationId(correlationId: string, table = accountItems): Promise<ConfigurationItem | undefined> {
    if (!isPlain(correlationId)) return undefined
    const items = await query(table, `correlation_id=${correlationId}`, 10)
    // A query ServiceNow does not understand is ignored and gives every row.
    return items.find((item) => item.correlation_id === correlationId)
  }

  return {
    ...tickets,

    /** Items whose name contains this, by name. */
    async findConfigurationItem(name: string, limit = 50): Promise<ConfigurationItem[]> {
      const wanted = name.trim()
      // `^` would begin another condition: search for the longest piece without, and compare the whole here.
      const piece = wanted.split('^').reduce((longest, each) => (each.length > longest.length ? each : longest), '')
      if (!isPlain(piece)) return []
      const items = await query(anyItem, `nameLIKE${piece}^ORDERBYname`, limit)
      return items.filter((item) => item.name.toLowerCase().includes(wanted.toLowerCase()))
    },

    /** Undefined when there is none. */
    async getConfigurationItem(sysId: string): Promise<ConfigurationItem | undefined> {
      const reply = await send({ method: 'GET', path: `${anyItem}/${encodeURIComponent(sysId)}`, query: shape, accept: [404] })
      return reply.status === 404 ? undefined : reply.as(Type.Object({ result: ConfigurationItem })).result
    },

    /** The item of a cloud account; undefined when there is none. */
    getByCorrelationId: (correlationId: string) => getByCorrelationId(correlationId),

    /** The service that carries this correlation id, such as that of a family of accounts; undefined when there is none. */
    getServiceByCorrelationId: (correlationId: string) => getByCorrelationId(correlationId, services),

    /** Creates the item of a cloud account, or gives the one that has this correlation id. */
    async createConfigurationItem({ name, correlationId, fields }: NewConfigurationItem): Promise<ConfigurationItem> {
      const existing = await getByCorrelationId(correlationId)
      if (existing) return existing
      const body = { ...fields, name, correlation_id: correlationId }
      return one(await send({ method: 'POST', path: accountItems, query: shape, body }))
    },

    /** Incidents about this item that nobody has closed, the latest first. */
    async listOpenIncidents(itemSysId: string, limit = 50): Promise<Incident[]> {
      if (!isPlain(itemSysId)) return []
      const reply = await send({
        method: 'GET',
        path: '/api/now/table/incident',
        query: {
          sysparm_fields: 'sys_id,number,short_description,priority,opened_at,cmdb_ci,active',
          sysparm_exclude_reference_link: true,
          sysparm_query: `cmdb_ci=${itemSysId}^active=true^ORDERBYDESCopened_at`,
          sysparm_limit: limit,
        },
        accept: [404],
      })
      if (reply.status === 404) return []
      return reply.list(Incident, 'result').filter(({ cmdb_ci, active }) => cmdb_ci === itemSysId && active !== 'false')
    },

    async updateConfigurationItem(sysId: string, fields: Record<string, string>): Promise<ConfigurationItem> {
      const path = `${accountItems}/${encodeURIComponent(sysId)}`
      return one(await send({ method: 'PATCH', path, query: shape, body: fields, idempotent: true }))
    },
  }
}

function one(reply: Awaited<ReturnType<Send>>): ConfigurationItem {
  return reply.as(Type.Object({ result: ConfigurationItem })).result
}
