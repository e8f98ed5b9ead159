import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { presentRecord } from './presentRecord.ts'
import { findRecord, listRecords } from './records.ts'
import { type Table, tables } from './tables.ts'

const visibleNames = [
  'number',
  'short_description',
  'state',
  'priority',
  'assignment_group',
  'cmdb_ci',
  'caller_id',
  'description',
  'work_notes',
]
const labels: Record<string, string> = { cmdb_ci: 'Configuration item', caller_id: 'Caller' }

const titles = { incident: 'Incident', change_request: 'Change', sc_req_item: 'Requested item', sc_task: 'Task' }

export function registerPages(app: FastifyInstance, sim: Simulator): void {
  for (const [name, title] of Object.entries(titles)) registerPage(app, sim, tables[name]!, `/${name}.do`, title)
}

interface PageRoute {
  sys_id?: string
  sysparm_query?: string
}

function registerPage(app: FastifyInstance, sim: Simulator, table: Table, path: string, title: string): void {
  const find = ({ sys_id, sysparm_query }: PageRoute) => {
    const number = /^number=(\w+)$/.exec(sysparm_query ?? '')?.[1]
    return number ? listRecords(sim, table).find((row) => row.number === number) : findRecord(sim, table, sys_id ?? '')
  }
  app.get<{ Querystring: PageRoute }>(path, (request, reply) => {
    const row = find(request.query)
    reply.type('text/html; charset=utf-8').header('content-security-policy', "default-src 'none'")
    if (!row) return reply.code(404).send('<!doctype html><title>ServiceNow</title><p>Record not found</p>')
    const presentation = { fields: visibleNames, display: 'true', plainReferences: true } as const
    const facts = Object.entries(presentRecord(sim, table, row, presentation)).map(
      ([name, value]) => `<dt>${asText(labelOf(name))}</dt><dd><pre>${asText(String(value))}</pre></dd>`,
    )
    return reply.send(
      `<!doctype html><html lang="en"><title>${asText(row.number ?? '')} | ServiceNow</title><h1>${title}</h1><dl>${facts.join('')}</dl></html>`,
    )
  })
}

function labelOf(name: string): string {
  const text = name.replaceAll('_', ' ')
  return labels[name] ?? text[0]!.toUpperCase() + text.slice(1)
}

function asText(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
