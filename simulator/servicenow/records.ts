import { randomUUID } from 'node:crypto'
import type { Simulator } from '../core/simulator.ts'
import { companyRecords, sysId } from './companyRecords.ts'
import { applyIncidentRules } from './incidentRules.ts'
import { type SnowRecord, type Table, tables } from './tables.ts'
import { ticketRecords } from './tickets.ts'

interface Deleted {
  sys_id: string
  deleted: true
}

const loadStored = (sim: Simulator) => sim.state.collection<SnowRecord | Deleted>('servicenow.records')
const counters = (sim: Simulator) => sim.state.collection<number>('servicenow.counters')

const author = 'slipway.integration'

export function listRecords(sim: Simulator, table: Table): SnowRecord[] {
  return table.classes.flatMap((className) => {
    const rows = new Map(sampleRows(sim, className))
    for (const row of loadStored(sim).values(`${className}/`)) {
      if (isDeleted(row)) rows.delete(row.sys_id)
      else rows.set(row.sys_id, row)
    }
    return [...rows.values()]
  })
}

export function findRecord(sim: Simulator, table: Table, id: string): SnowRecord | undefined {
  for (const className of table.classes) {
    const row = loadStored(sim).get(`${className}/${id}`) ?? sampleRows(sim, className)?.get(id)
    if (row) return isDeleted(row) ? undefined : row
  }
  return undefined
}

function sampleRows(sim: Simulator, className: string): Map<string, SnowRecord> | undefined {
  return companyRecords(sim.company).get(className) ?? ticketRecords(sim.company, sim.clock.now()).get(className)
}

function isDeleted(row: SnowRecord | Deleted): row is Deleted {
  return 'deleted' in row
}

function keyOf(row: SnowRecord): string {
  return `${row.sys_class_name}/${row.sys_id}`
}

/** Inserts a row. Unknown fields are ignored, as in the real service. @throws ServiceNowError */
export function insertRecord(sim: Simulator, table: Table, values: Record<string, string>): SnowRecord {
  const now = snowTime(sim.clock.now())
  const row: SnowRecord = {
    ...writtenContent(table, values),
    sys_id: sysId(randomUUID()),
    sys_class_name: table.classes[0]!,
    sys_created_on: now,
    sys_created_by: author,
    sys_updated_on: now,
    sys_updated_by: author,
    sys_mod_count: '0',
  }
  return sim.state.atomically(() => {
    const complete = table === tables.incident ? applyIncidentRules({ number: nextIncidentNumber(sim), ...row }, undefined) : row
    loadStored(sim).set(keyOf(complete), complete)
    return complete
  })
}

export function updateRecord(sim: Simulator, table: Table, before: SnowRecord, values: Record<string, string>): SnowRecord {
  const note = values.work_notes
  const updated: SnowRecord = {
    ...before,
    ...writtenContent(table, values),
    ...(note && table.fields.includes('work_notes') ? { work_notes: `${note}\n\n${before.work_notes ?? ''}`.trim() } : {}),
    sys_updated_on: snowTime(sim.clock.now()),
    sys_updated_by: author,
    sys_mod_count: String(Number(before.sys_mod_count) + 1),
  }
  const complete = table === tables.incident ? applyIncidentRules(updated, before) : updated
  loadStored(sim).set(keyOf(complete), complete)
  return complete
}

export function deleteRecord(sim: Simulator, row: SnowRecord): void {
  loadStored(sim).set(keyOf(row), { sys_id: row.sys_id, deleted: true })
}

function writtenContent(table: Table, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => table.fields.includes(name) && !name.startsWith('sys_') && name !== 'number'),
  )
}

function nextIncidentNumber(sim: Simulator): string {
  const next = (counters(sim).get('incident') ?? 11000) + 1
  counters(sim).set('incident', next)
  return `INC${String(next).padStart(7, '0')}`
}

/** The Table API writes UTC times such as `2026-11-21 09:30:00`. */
function snowTime(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ')
}
