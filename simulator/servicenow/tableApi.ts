import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { parseEncodedQuery } from './encodedQuery.ts'
import { hasField, type Presentation, presentRecord, readField } from './presentRecord.ts'
import { deleteRecord, findRecord, insertRecord, listRecords, updateRecord } from './records.ts'
import { ServiceNowError } from './serviceNowError.ts'
import { choices, references, type SnowRecord, type Table, tables } from './tables.ts'

const defaultLimit = 10_000

type Query = Record<string, string | undefined>
interface Route {
  Params: { table: string; id: string }
  Querystring: Query
  Body?: Record<string, unknown>
}

export function registerTableApi(app: FastifyInstance, sim: Simulator): void {
  app.get<Route>('/table/:table', (request, reply) => {
    const table = requireTable(request.params.table)
    const { matches, compare } = parseEncodedQuery(
      encodedQuery(request.query),
      (row, field) => readField(sim, row, field),
      (field) => hasField(table, field),
    )
    const results = listRecords(sim, table).filter(matches).sort(compare)
    const limit = parseInteger(request.query.sysparm_limit, defaultLimit)
    const offset = parseInteger(request.query.sysparm_offset, 0)
    reply.header('x-total-count', results.length)
    linkPages(sim, request, reply, { total: results.length, limit, offset })
    const presented = presentation(request.query)
    return { result: results.slice(offset, offset + limit).map((row) => presentRecord(sim, table, row, presented)) }
  })

  app.get<Route>('/table/:table/:id', (request) => {
    const table = requireTable(request.params.table)
    return { result: presentRecord(sim, table, requireRecord(sim, table, request.params.id), presentation(request.query)) }
  })

  app.post<Route>('/table/:table', (request, reply) => {
    const table = requireWritableTable(request.params.table)
    const row = insertRecord(sim, table, readValues(sim, request))
    reply.header('location', `${sim.origins.servicenow}/api/now/table/${request.params.table}/${row.sys_id}`)
    return reply.code(201).send({ result: presentRecord(sim, table, row, presentation(request.query)) })
  })

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route<Route>({
      method,
      url: '/table/:table/:id',
      handler: (request) => {
        const table = requireWritableTable(request.params.table)
        const row = updateRecord(sim, table, requireRecord(sim, table, request.params.id), readValues(sim, request))
        return { result: presentRecord(sim, table, row, presentation(request.query)) }
      },
    })
  }

  app.delete<Route>('/table/:table/:id', (request, reply) => {
    const table = requireWritableTable(request.params.table)
    deleteRecord(sim, requireRecord(sim, table, request.params.id))
    return reply.code(204).send()
  })
}

function requireTable(name: string): Table {
  const table = Object.hasOwn(tables, name) ? tables[name] : undefined
  if (!table) throw new ServiceNowError(400, `Invalid table ${name}`, null)
  return table
}

function requireWritableTable(name: string): Table {
  const table = requireTable(name)
  if (!table.writable) throw new ServiceNowError(403, 'Operation Failed', `ACL Exception: the user is not allowed to write to ${name}`)
  return table
}

function requireRecord(sim: Simulator, table: Table, id: string): SnowRecord {
  const row = findRecord(sim, table, id)
  if (!row) throw new ServiceNowError(404, 'No Record found', "Record doesn't exist or ACL restricts the record retrieval")
  return row
}

/** Parameters without the prefix sysparm are conditions too, such as `?active=true`. */
function encodedQuery(query: Query): string {
  const plainConditions = Object.entries(query).filter(([name]) => !name.startsWith('sysparm_'))
  return [...plainConditions.map(([name, value]) => `${name}=${value}`), query.sysparm_query ?? ''].join('^')
}

function presentation(query: Query): Presentation {
  const display = query.sysparm_display_value
  return {
    fields: query.sysparm_fields?.split(',').map((name) => name.trim()),
    display: display === 'true' || display === 'all' ? display : 'false',
    plainReferences: query.sysparm_exclude_reference_link === 'true',
  }
}

function parseInteger(text: string | undefined, preset: number): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : preset
}

function readValues(sim: Simulator, request: FastifyRequest<Route>): Record<string, string> {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceNowError(400, 'Exception while reading request', 'The payload is not valid JSON.')
  }
  const isByDisplayValue = request.query.sysparm_input_display_value === 'true'
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const text = value === null || value === undefined ? '' : String(value)
      return [name, isByDisplayValue ? fromDisplay(sim, name, text) : text]
    }),
  )
}

function fromDisplay(sim: Simulator, field: string, text: string): string {
  const choice = Object.entries(choices[field] ?? {}).find(([, label]) => label === text)
  if (choice) return choice[0]
  const target = tables[references[field] ?? '']
  return (target && listRecords(sim, target).find((row) => row[target.display] === text)?.sys_id) ?? text
}

function linkPages(
  sim: Simulator,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  { total, limit, offset }: { total: number; limit: number; offset: number },
): void {
  if (limit === 0 || request.query.sysparm_suppress_pagination_header === 'true') return
  const link = (to: number, rel: string) => {
    const url = new URL(request.url, sim.origins.servicenow)
    url.searchParams.set('sysparm_offset', String(to))
    return `<${url.href}>;rel="${rel}"`
  }
  const lastOffset = Math.max(Math.ceil(total / limit) - 1, 0) * limit
  const links = [
    link(0, 'first'),
    ...(offset > 0 ? [link(Math.max(offset - limit, 0), 'prev')] : []),
    ...(offset + limit < total ? [link(offset + limit, 'next')] : []),
    link(lastOffset, 'last'),
  ]
  reply.header('link', links.join(','))
}
