import type { QueryClient } from '@tanstack/react-query'
import type { CallResult } from '../../api/client.ts'
import { findPeople } from '../../shared/findPeople.ts'
import { operatorsOf } from '../../shared/rsql.ts'
import { count } from '../../shared/waits.ts'
import { wordFor } from '../../shared/words.ts'
import type { FilterField } from '../../ui/filterTypes.ts'
import { sandboxFace } from './words.ts'

type Described = CallResult<'getSandboxesAdvOptions'>['fields'][number]

function labelOf(field: Described, value: string): string {
  if (field.name === 'status') return sandboxFace(value).word
  if (field.name === 'region') return wordFor('region', value)
  if (field.name === 'hosting') return value === 'subscription' ? 'A subscription of its own' : 'A resource group'
  return field.values?.find((one) => one.value === value)?.label ?? value
}

/** What sandboxes can be filtered by, from what the server says it knows. */
export function sandboxFields(
  fields: readonly Described[],
  client: QueryClient,
  personName: (id: string) => string | undefined,
): FilterField[] {
  return fields.map((field): FilterField => {
    const operators = operatorsOf(field.type, field.operators)
    const { name: id, label } = field
    if (id === 'owner') return { id, label, type: 'choice', operators, values: findPeople(client), valueLabel: personName }
    if (!field.values) return { id, label, type: field.type === 'number' || field.type === 'date' ? field.type : 'text', operators }
    const values = field.values.map(({ value, count: sandboxes }) => ({
      value,
      label: labelOf(field, value),
      hint: field.atLeast ? `at least ${count(sandboxes, 'sandbox', 'sandboxes')}` : count(sandboxes, 'sandbox', 'sandboxes'),
    }))
    return { id, label, type: 'choice', operators, values, valueLabel: (value) => labelOf(field, value) }
  })
}
