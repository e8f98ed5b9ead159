import type { Simulator } from '../core/simulator.ts'
import { findRecord } from './records.ts'
import { choices, references, type SnowRecord, type Table, tables } from './tables.ts'

export interface Presentation {
  /** `sysparm_fields`; all fields of the table by default. A name can follow one reference, such as `assignment_group.name`. */
  fields: readonly string[] | undefined
  display: 'false' | 'true' | 'all'
  plainReferences: boolean
}

/** The Table API writes strings, and references as `{link, value}`. */
export function presentRecord(sim: Simulator, table: Table, row: SnowRecord, presentation: Presentation): Record<string, unknown> {
  const names = presentation.fields ?? table.fields
  return Object.fromEntries(names.filter((name) => hasField(table, name)).map((name) => [name, presentField(sim, row, name, presentation)]))
}

function presentField(sim: Simulator, row: SnowRecord, name: string, { display, plainReferences }: Presentation): unknown {
  const value = readField(sim, row, name) ?? ''
  const target = references[name]
  if (target === undefined || value === '') {
    const label = choices[name]?.[value] ?? value
    return display === 'all' ? { display_value: label, value } : display === 'true' ? label : value
  }
  const referencedRecord = findRecord(sim, tables[target]!, value)
  const label = referencedRecord?.[tables[target]!.display] ?? value
  const link = plainReferences ? {} : { link: `${sim.origins.servicenow}/api/now/table/${target}/${value}` }
  if (display === 'all') return { display_value: label, value, ...link }
  if (plainReferences) return display === 'true' ? label : value
  return display === 'true' ? { display_value: label, ...link } : { ...link, value }
}

export function hasField(table: Table, name: string): boolean {
  const [firstName = '', subfield] = name.split('.')
  if (!table.fields.includes(firstName)) return false
  return subfield === undefined || tables[references[firstName] ?? '']?.fields.includes(subfield) === true
}

export function readField(sim: Simulator, row: SnowRecord, name: string): string | undefined {
  const [firstName = '', subfield] = name.split('.')
  if (subfield === undefined) return row[firstName]
  const target = tables[references[firstName] ?? '']
  return target && findRecord(sim, target, row[firstName] ?? '')?.[subfield]
}
