import type { Option } from './Select.tsx'
import type { Source } from './useOptions.ts'

export interface FilterOperator {
  /** What the server reads, such as `==` or `=in=`. */
  id: string
  /** What people read: "is", "is at least". */
  label: string
  /** What people type: `=`, `>=`. */
  symbol?: string
  /** How many values it takes (default `one`). */
  takes?: 'none' | 'one' | 'many'
}

export interface FilterField {
  id: string
  label: string
  type: 'text' | 'number' | 'date' | 'choice'
  operators: readonly FilterOperator[]
  /** Values to choose from; a `choice` takes no others. Keep a call stable. */
  values?: Source<Option>
  /** Names a value that came from an address rather than from the list. */
  valueLabel?: (value: string) => string | undefined
}

export interface FilterToken {
  field: string
  operator: string
  values: string[]
}

/** What a filter says: conditions joined one way, and free text. */
export interface FilterValue {
  join: 'and' | 'or'
  tokens: FilterToken[]
  text: string
}

export const noFilter: FilterValue = { join: 'and', tokens: [], text: '' }

/** A condition being written: the parts that are settled. `place` is where an edited one stood. */
export interface FilterDraft {
  field?: string
  operator?: string
  values: string[]
  place?: number
}
