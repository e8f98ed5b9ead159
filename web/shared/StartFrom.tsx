import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { searchAccounts } from '../api/queries.ts'
import { Combobox } from '../ui/Combobox.tsx'
import type { Option } from '../ui/Select.tsx'
import { startFromLabels } from './startFromLabels.ts'

export const startFromField = 'startFrom'

/** Finds the account whose values a new form copies. */
export function StartFrom({ hint, onChoose }: { hint: string; onChoose: (id: string) => void }) {
  const client = useQueryClient()
  const find = useCallback(
    async (query: string): Promise<Option[]> => {
      if (query.trim() === '') return []
      const accounts = await client.fetchQuery(searchAccounts(query.trim()))
      return accounts.map((account) => ({ value: account.id, label: account.name, hint: `${account.tower.name} · ${account.family.name}` }))
    },
    [client],
  )
  return (
    <div className="rounded-md border border-line bg-sunken p-3">
      <Combobox
        label={startFromLabels.label}
        name={startFromField}
        optional
        hint={hint}
        placeholder="Search accounts"
        options={find}
        value={null}
        onChange={(option) => option && onChoose(option.value)}
      />
    </div>
  )
}
