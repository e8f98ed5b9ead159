import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CallResult } from '../api/client.ts'
import { searchUserData } from '../api/queries.ts'
import type { FilterField } from '../ui/filterTypes.ts'
import { findPeople } from './findPeople.ts'
import { operatorsOf, parseRsql } from './rsql.ts'

type DescribedField = CallResult<'getAccountsAdvOptions'>['fields'][number]

export interface FieldText {
  /** The ID of the field that contains a person's ID. */
  person: string
  label: (field: DescribedField, value: string) => string
  counted: (count: number) => string
  /** ID fields are used in links but not typed, so they are offered only if the filter already has one. */
  hiddenFields?: readonly string[]
  adapt?: (field: FilterField) => FilterField
}

/** Returns the filter fields of a list from the API's description. The filter shows people by name instead of ID. */
export function useFilterFields(
  described: readonly DescribedField[] | undefined,
  filter: string | undefined,
  text: FieldText,
): FilterField[] | undefined {
  const client = useQueryClient()
  const tokens = useMemo(() => parseRsql(filter)?.tokens ?? [], [filter])
  const ids = tokens.filter(({ field }) => field === text.person).flatMap(({ values }) => values)
  // Searching for a complete ID finds the person with that ID.
  const people = useQueries({ queries: ids.map((id) => searchUserData(id)) }).flatMap(({ data }) => data ?? [])
  const names = people.map(({ id, displayName }) => `${id} ${displayName}`).join('\n')
  return useMemo(() => {
    const { person, label: labelOf, counted, hiddenFields = [], adapt = (field) => field } = text
    const nameOf = new Map(names.split('\n').map((line) => [line.slice(0, 36), line.slice(37)]))
    const fieldOf = (field: DescribedField): FilterField => {
      const { name: id, label, type, atLeast } = field
      const operators = operatorsOf(type, field.operators)
      if (id === person)
        return { id, label, type: 'choice', operators, values: findPeople(client), valueLabel: (value) => nameOf.get(value) }
      if (!field.values) return { id, label, type: type === 'number' || type === 'date' ? type : 'text', operators }
      const values = field.values.map(({ value, count }) => ({
        value,
        label: labelOf(field, value),
        hint: atLeast ? `at least ${counted(count)}` : counted(count),
      }))
      return { id, label, type: 'choice', operators, values, valueLabel: (value) => labelOf(field, value) }
    }
    return described
      ?.filter(({ name }) => !hiddenFields.includes(name) || tokens.some(({ field }) => field === name))
      .map((field) => adapt(fieldOf(field)))
  }, [described, client, tokens, names, text])
}
