import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { getAccount, getMe, listMyAccounts, searchAccounts } from '../../../api/queries.ts'
import { toOptions } from '../../../shared/labels.ts'
import { Combobox } from '../../../ui/Combobox.tsx'
import { type Option, Select } from '../../../ui/Select.tsx'
import type { ToolSearch } from './toolSearch.ts'

const accountValue = 'of-account'
const maxShown = 50

export function LookupAccountFields({
  search: { account, region },
  change,
  label,
  placeholder,
  anyRegion,
}: {
  search: ToolSearch
  change: (next: Partial<ToolSearch>) => void
  label: string
  placeholder: string
  anyRegion: string
}) {
  const client = useQueryClient()
  const roles = useQuery(getMe()).data?.roles ?? []
  const seesAll = roles.includes('admin') || roles.includes('auditor')
  const { data: selected } = useQuery({ ...getAccount(account ?? ''), enabled: account !== undefined })
  const find = useCallback(
    async (typedText: string): Promise<Option[]> => {
      const text = typedText.trim()
      if (seesAll && text.length > 1) return (await client.fetchQuery(searchAccounts(text))).map(optionOf)
      const ownAccounts = (await client.fetchQuery(listMyAccounts())).filter(({ subscriptionId }) => subscriptionId !== null)
      return ownAccounts
        .filter(({ name }) => name.includes(text.toLocaleLowerCase()))
        .slice(0, maxShown)
        .map(optionOf)
    },
    [client, seesAll],
  )
  return (
    <>
      <Combobox
        className="w-full sm:w-60"
        label={label}
        options={find}
        placeholder={placeholder}
        empty={seesAll ? 'No matching accounts.' : 'None of your accounts match.'}
        value={account === undefined ? null : { value: account, label: selected?.name ?? '…' }}
        onChange={(option) => change({ account: option?.value })}
      />
      <Select
        className="w-full sm:w-44"
        label="Region"
        value={region ?? accountValue}
        onChange={(value) => change({ region: value === accountValue ? undefined : value })}
        options={[{ value: accountValue, label: anyRegion }, ...toOptions('region').filter(({ value }) => value !== 'global')]}
      />
    </>
  )
}

const optionOf = ({ id, name }: { id: string; name: string }): Option => ({ value: id, label: name })
