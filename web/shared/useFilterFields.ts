import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CallResult } from '../api/client.ts'
import { searchUserData } from '../api/queries.ts'
import type { FilterField } from '../ui/filterTypes.ts'
import { findPeople } from './findPeople.ts'
import { operatorsOf, readRsql } from './rsql.ts'

/** A field of a list, as the API describes it. */
export type DescribedField = CallResult<'getAccountsAdvOptions'>['fields'][number]

/** The texts of the fields of one list. */
export interface FieldText {
  /** The field with a person's id. */
  person: string
  word: (field: DescribedField, value: string) => string
  /** Formats a count: "3 accounts". */
  counted: (count: number) => string
  /** Id fields are used in links, not typed, so they are offered only if the filter already has one. */
  unsaid?: readonly string[]
  /** Adapts a field for this list. */
  adapt?: (field: FilterField) => FilterField
}

/** Returns the filter fields of a list from the API's description. People in the filter are shown by name instead of id. */
export function useFilterFields(
  described: readonly DescribedField[] | undefined,
  filter: string | undefined,
  text: FieldText,
): FilterField[] | undefined {
  const client = useQueryClient()
  const tokens = useMemo(() => readRsql(filter)?.tokens ?? [], [filter])
  const ids = tokens.filter(({ field }) => field === text.person).flatMap(({ values }) => values)
  // A search for a complete id finds the person with that id.
  const people = useQueries({ queries: ids.map((id) => searchUserData(id)) }).flatMap(({ data }) => data ?? [])
  const names = people.map(({ id, displayName }) => `${id} ${displayName}`).join('\n')
  return useMemo(() => {
    const { person, word, counted, unsaid = [], adapt = (field) => field } = text
    const nameOf = new Map(names.split('\n').map((line) => [line.slice(0, 36), line.slice(37)]))
    const fieldOf = (field: DescribedField): FilterField => {
      const { name: id, label, type, atLeast } = field
      const operators = operatorsOf(type, field.operators)
      if (id === person)
        return { id, label, type: 'choice', operators, values: findPeople(client), valueLabel: (value) => nameOf.get(value) }
      if (!field.values) return { id, label, type: type === 'number' || type === 'date' ? type : 'text', operators }
      const values = field.values.map(({ value, count }) => ({
        value,
        label: word(field, value),
        hint: atLeast ? `at least ${counted(count)}` : counted(count),
      }))
      return { id, label, type: 'choice', operators, values, valueLabel: (value) => word(field, value) }
    }
    return described
      ?.filter(({ name }) => !unsaid.includes(name) || tokens.some(({ field }) => field === name))
      .map((field) => adapt(fieldOf(field)))
  }, [described, client, tokens, names, text])
}
