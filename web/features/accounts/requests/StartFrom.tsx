import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { searchAccounts } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { Combobox } from '../../../ui/Combobox.tsx'
import type { Option } from '../../../ui/Select.tsx'
import { wizardLabels } from './labels.ts'

export function StartFrom() {
  const client = useQueryClient()
  const navigateTo = useNavigateTo()
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
        label={wizardLabels.startFrom}
        optional
        hint="We copy everything except the name and purpose."
        placeholder="Search accounts"
        options={find}
        value={null}
        onChange={(option) => option && navigateTo(paths.requestAccount(option.value), { replace: true })}
      />
    </div>
  )
}
