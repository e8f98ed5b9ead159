import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { listAccountsAdv, listFamilies, listTowers } from '../../../api/queries.ts'
import type { FormState } from '../../../shared/useForm.ts'
import { Combobox } from '../../../ui/Combobox.tsx'
import { type Option, Select } from '../../../ui/Select.tsx'
import type { Draft } from './channelDraft.ts'

const scopes = [
  { value: 'all', label: 'Everything' },
  { value: 'tower', label: 'One tower' },
  { value: 'family', label: 'One family' },
  { value: 'account', label: 'One account' },
]

export function ScopeFields({
  draft,
  onChange,
  errorOf,
}: {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  errorOf: FormState['errorOf']
}) {
  const client = useQueryClient()
  const { scope, tower, family, account } = draft
  const towers = useQuery({ ...listTowers(), enabled: scope === 'tower' }).data ?? []
  const families = useQuery({ ...listFamilies(), enabled: scope === 'family' }).data ?? []
  const findAccounts = useCallback(
    async (query: string): Promise<Option[]> => {
      const search = query.trim()
      const result = await client.fetchQuery(listAccountsAdv({ size: 20, filter: 'status==active', ...(search && { search }) }))
      return result.items.map(({ id, name, family }) => ({ value: id, label: name, hint: family.name }))
    },
    [client],
  )
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Select label="Scope" name="scope" options={scopes} value={scope} onChange={(next) => onChange({ scope: next as Draft['scope'] })} />
      {scope === 'tower' && (
        <Select
          label="Tower"
          name="towerId"
          options={towers.map(({ id, name }) => ({ value: id, label: name }))}
          value={tower}
          onChange={(next) => onChange({ tower: next })}
          error={errorOf('towerId')}
        />
      )}
      {scope === 'family' && (
        <Combobox
          label="Family"
          name="familyId"
          placeholder="Type a name"
          options={families.map(({ id, name }) => ({ value: id, label: name }))}
          value={family}
          onChange={(next) => onChange({ family: next })}
          error={errorOf('familyId')}
        />
      )}
      {scope === 'account' && (
        <Combobox
          label="Account"
          name="accountId"
          placeholder="Type a name"
          empty="No matching active accounts."
          options={findAccounts}
          value={account}
          onChange={(next) => onChange({ account: next })}
          error={errorOf('accountId')}
        />
      )}
    </div>
  )
}
