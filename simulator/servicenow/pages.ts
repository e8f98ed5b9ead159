import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../simulator.ts'
import { presentRecord } from './presentRecord.ts'
import { findRecord } from './records.ts'
import { tables } from './tables.ts'

const shown = ['number', 'short_description', 'state', 'priority', 'assignment_group', 'cmdb_ci', 'caller_id', 'description', 'work_notes']
const labels: Record<string, string> = { cmdb_ci: 'Configuration item', caller_id: 'Caller' }

/** What a person sees who follows a link to an incident: the record, to be read only. */
export function registerPages(app: FastifyInstance, sim: Simulator): void {
  app.get<{ Querystring: { sys_id?: string } }>('/incident.do', (request, reply) => {
    const row = findRecord(sim, tables.incident!, request.query.sys_id ?? '')
    reply.type('text/html; charset=utf-8').header('content-security-policy', "default-src 'none'")
    if (!row) return reply.code(404).send('<!doctype html><title>ServiceNow</title><p>Record not found</p>')
    const how = { fields: shown, display: 'true', plainReferences: true } as const
    const facts = Object.entries(presentRecord(sim, tables.incident!, row, how)).map(
      ([name, value]) => `<dt>${asText(labelOf(name))}</dt><dd><pre>${asText(String(value))}</pre></dd>`,
    )
    return reply.send(
      `<!doctype html><html lang="en"><title>${asText(row.number ?? '')} | ServiceNow</title><h1>Incident</h1><dl>${facts.join('')}</dl></html>`,
    )
  })
}

function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return labels[name] ?? words[0]!.toUpperCase() + words.slice(1)
}

function asText(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
