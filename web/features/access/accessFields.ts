import type { QueryClient } from '@tanstack/react-query'
import type { CallResult } from '../../api/client.ts'
import { findPeople } from '../../shared/findPeople.ts'
import { operatorsOf } from '../../shared/rsql.ts'
import { count } from '../../shared/waits.ts'
import { wordFor } from '../../shared/words.ts'
import type { FilterField } from '../../ui/filterTypes.ts'

type Described = CallResult<'getAccessRequestsAdvOptions'>['fields'][number]

const statusWords: Record<string, string> = {
  pending_approval: 'Waits for a decision',
  changes_requested: 'Waits for a change',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired',
  cancelled: 'Taken back',
}
/** Ids are in links; nobody types them. */
const unsaid = new Set(['accountId', 'groupId'])

function labelOf(field: Described, value: string): string {
  if (field.name === 'status') return statusWords[value] ?? value
  if (field.name === 'environment') return wordFor('environment', value)
  return field.values?.find((one) => one.value === value)?.label ?? value
}

/** What requests for access can be filtered by, from what the server says it knows. */
export function accessFields(
  fields: readonly Described[],
  client: QueryClient,
  used: ReadonlySet<string>,
  personName: (id: string) => string | undefined,
): FilterField[] {
  return fields
    .filter(({ name }) => !unsaid.has(name) || used.has(name))
    .map((field): FilterField => {
      const operators = operatorsOf(field.type, field.operators)
      const { name: id, label } = field
      if (id === 'requester')
        return { id, label: 'Asked by', type: 'choice', operators, values: findPeople(client), valueLabel: personName }
      if (!field.values) return { id, label, type: field.type === 'number' || field.type === 'date' ? field.type : 'text', operators }
      const values = field.values.map(({ value, count: requests }) => ({
        value,
        label: labelOf(field, value),
        hint: field.atLeast ? `at least ${count(requests, 'request')}` : count(requests, 'request'),
      }))
      return { id, label, type: 'choice', operators, values, valueLabel: (value) => labelOf(field, value) }
    })
}
