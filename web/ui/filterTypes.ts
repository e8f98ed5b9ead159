import type { Option } from './Select.tsx'
import type { Source } from './useOptions.ts'

export interface FilterOperator {
  /** The operator in the API, such as `==` or `=in=`. */
  id: string
  /** For example “is” or “is at least”. */
  label: string
  /** The operator as people type it, such as `=` or `>=`. */
  symbol?: string
  valueCount?: 'none' | 'one' | 'many'
}

export interface FilterField {
  id: string
  label: string
  type: 'text' | 'number' | 'date' | 'choice'
  operators: readonly FilterOperator[]
  /** The suggested values. A `choice` accepts only them. A function must be stable. */
  values?: Source<Option>
  valueLabel?: (value: string) => string | undefined
}

export interface FilterToken {
  field: string
  operator: string
  values: string[]
}

export interface FilterValue {
  join: 'and' | 'or'
  tokens: FilterToken[]
  text: string
}

export const noFilter: FilterValue = { join: 'and', tokens: [], text: '' }

/** The complete parts of the condition that a person is writing. `place` is the position of an existing condition that is being edited. */
export interface FilterDraft {
  field?: string
  operator?: string
  values: string[]
  place?: number
}
