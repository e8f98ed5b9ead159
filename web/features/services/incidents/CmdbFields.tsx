import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { searchAssignmentGroups, searchConfigurationItems } from '../../../api/incidentQueries.ts'
import { getMe } from '../../../api/queries.ts'
import { Combobox } from '../../../ui/Combobox.tsx'
import type { FieldProps } from '../../../ui/Field.tsx'
import type { Option } from '../../../ui/Select.tsx'
import { incidentLabels } from './labels.ts'

export type Item = CallResult<'searchConfigurationItems'>['items'][number]
export interface Group {
  sysId: string
  name: string
}

type PickerProps<T> = Omit<FieldProps, 'label'> & { value: T | null; onChange: (value: T | null) => void }

export function ConfigurationItemField({ value, onChange, ...field }: PickerProps<Item>) {
  const { find, seen } = useFinder(findItems)
  return (
    <Combobox
      {...field}
      label={incidentLabels.configurationItem}
      placeholder="Search by name"
      empty="No matching configuration items in ServiceNow."
      options={find}
      value={value && { value: value.sysId, label: value.name }}
      onChange={(option) => onChange(option && (seen.get(option.value) ?? value))}
    />
  )
}

export function AssignmentGroupField({ value, onChange, ...field }: PickerProps<Group>) {
  const { find, seen } = useFinder(findGroups)
  return (
    <Combobox
      {...field}
      label={incidentLabels.assignmentGroup}
      placeholder="Search by name"
      empty="No matching active groups in ServiceNow."
      options={find}
      value={value && { value: value.sysId, label: value.name }}
      onChange={(option) => onChange(option && (seen.get(option.value) ?? value))}
    />
  )
}

type Search<T> = (client: QueryClient, incidentService: string, name: string) => Promise<readonly T[]>
const findItems: Search<Item> = (client, service, name) =>
  client.fetchQuery(searchConfigurationItems(service, name)).then(({ items }) => items)
const findGroups: Search<Group & { description: string }> = (client, service, name) =>
  client.fetchQuery(searchAssignmentGroups(service, name)).then(({ items }) => items)

const minLength = 2

/** Keeps the found records, because an option has only an ID and a label. */
function useFinder<T extends Group & { description: string; status?: string }>(search: Search<T>) {
  const client = useQueryClient()
  const seen = useRef(new Map<string, T>())
  const find = useCallback(
    async (query: string): Promise<Option[]> => {
      const name = query.trim()
      if (name.length < minLength) return []
      const { segments } = await client.fetchQuery(getMe())
      const matches = await search(client, segments.incidentService, name)
      for (const item of matches) seen.current.set(item.sysId, item)
      return matches.map(({ sysId, name, description, status }) => ({
        value: sysId,
        label: name,
        hint: [status === 'retired' && 'Retired', description].filter(Boolean).join(' · '),
      }))
    },
    [client, search],
  )
  return { find, seen: seen.current }
}
