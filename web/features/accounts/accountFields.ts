import type { QueryClient } from '@tanstack/react-query'
import type { CallResult } from '../../api/client.ts'
import { findPeople } from '../../shared/findPeople.ts'
import { operatorsOf } from '../../shared/rsql.ts'
import { accountStatusWord } from '../../shared/StatusBadge.tsx'
import { count } from '../../shared/waits.ts'
import { type WordList, wordFor } from '../../shared/words.ts'
import type { FilterField, FilterToken } from '../../ui/filterTypes.ts'

type Described = CallResult<'getAccountsAdvOptions'>['fields'][number]

const lists: Record<string, WordList> = {
  kind: 'kind',
  environment: 'environment',
  workload: 'workload',
  region: 'region',
  criticality: 'criticality',
  dataClassification: 'dataClassification',
  connectivity: 'connectivity',
}

function labelOf(field: Described, value: string): string {
  if (field.name === 'status') return accountStatusWord(value)
  const list = lists[field.name]
  return list ? wordFor(list, value) : (field.values?.find((one) => one.value === value)?.label ?? value)
}

/** What accounts can be filtered by, from what the server says it knows. */
export function accountFields(
  fields: readonly Described[],
  client: QueryClient,
  personName: (id: string) => string | undefined,
): FilterField[] {
  return fields.map((field): FilterField => {
    const operators = operatorsOf(field.type, field.operators)
    const { name: id, label } = field
    if (id === 'owner') return { id, label, type: 'choice', operators, values: findPeople(client), valueLabel: personName }
    if (id === 'budget') return { id, label: 'Monthly budget', type: 'number', operators }
    if (!field.values) return { id, label, type: field.type === 'number' || field.type === 'date' ? field.type : 'text', operators }
    const values = field.values.map(({ value, count: accounts }) => ({
      value,
      label: labelOf(field, value),
      hint: field.atLeast ? `at least ${count(accounts, 'account')}` : count(accounts, 'account'),
    }))
    return { id, label, type: 'choice', operators, values, valueLabel: (value) => labelOf(field, value) }
  })
}

/** People think of budgets in pounds, the server in pence. */
export function budgetIn(tokens: FilterToken[], times: number): FilterToken[] {
  return tokens.map((token) =>
    token.field === 'budget' ? { ...token, values: token.values.map((value) => String(Math.round(Number(value) * times))) } : token,
  )
}
