import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { listAccountsAdv } from '../../../api/queries.ts'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import type { FormState } from '../../../shared/useForm.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { MultiCombobox } from '../../../ui/Combobox.tsx'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'
import { type Option, Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { type AccountSet, expandSets, maxAccounts } from './accountScope.ts'
import { findAccountSets } from './accountSets.ts'
import { apiKeyLabels } from './labels.ts'
import type { NewApiKey, Scope } from './types.ts'

const lifetimeOptions = [7, 30, 90, 180, 365]

export interface Draft {
  name: string
  scopes: string[]
  accounts: Option[]
  owner: Person[]
  days: number
}

function accountsProblem(chosenCount: number): string | undefined {
  if (chosenCount === 0) return 'Choose the accounts to deploy to.'
  return chosenCount > maxAccounts ? `Choose up to ${maxAccounts} accounts.` : undefined
}

export function missingIn({ name, scopes, accounts, owner }: Draft) {
  return {
    name: name.trim().length < 2 ? 'Enter a name of at least 2 characters.' : undefined,
    scopes: scopes.length === 0 ? apiKeyLabels.scopesMissing : undefined,
    accountIds: scopes.includes('deploy') ? accountsProblem(accounts.length) : undefined,
    ownerId: owner.length === 1 ? undefined : 'Choose one owner.',
  }
}

export function newKeyOf({ name, scopes, accounts, owner, days }: Draft, me: Person): NewApiKey {
  return {
    name: name.trim(),
    scopes: scopes as NewApiKey['scopes'],
    ...(scopes.includes('deploy') && { accountIds: accounts.map(({ value }) => value) }),
    ownerId: owner[0]?.id ?? me.id,
    expiresInDays: days,
  }
}

export function GenerateFields({
  draft,
  onChange,
  scopes,
  errorOf,
}: {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  scopes: readonly Scope[]
  errorOf: FormState['errorOf']
}) {
  const client = useQueryClient()
  const sets = useRef(new Map<string, AccountSet>())
  const findAccounts = useCallback(
    async (query: string): Promise<Option[]> => {
      const search = query.trim()
      const [found, result] = await Promise.all([
        findAccountSets(client, search),
        client.fetchQuery(listAccountsAdv({ size: 20, filter: 'status==active', ...(search && { search }) })),
      ])
      for (const set of found) sets.current.set(set.option.value, set)
      return [
        ...found.map(({ option }) => option),
        ...result.items.map(({ id, name, family }) => ({ value: id, label: name, hint: family.name })),
      ]
    },
    [client],
  )
  return (
    <>
      <TextField
        label={apiKeyLabels.name}
        name="name"
        hint="Name the program, such as “Checkout pipeline, GitHub”."
        maxLength={80}
        value={draft.name}
        onChange={(event) => onChange({ name: event.target.value })}
        error={errorOf('name')}
      />
      <FieldGroup label="Permissions" name="scopes" error={errorOf('scopes')}>
        <div className="space-y-2">
          {scopes.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              hint={<code className="font-mono">{id}</code>}
              checked={draft.scopes.includes(id)}
              onChange={({ target }) =>
                onChange({ scopes: target.checked ? [...draft.scopes, id] : draft.scopes.filter((each) => each !== id) })
              }
            />
          ))}
        </div>
      </FieldGroup>
      {draft.scopes.includes('deploy') && (
        <MultiCombobox
          label={apiKeyLabels.accounts}
          name="accountIds"
          hint="Only these accounts, not accounts that are created later. To add many, enter a tower or family and an environment."
          placeholder="Type a name"
          empty="No matching active accounts."
          options={findAccounts}
          value={draft.accounts}
          onChange={(chosen) => onChange({ accounts: expandSets(chosen, sets.current) })}
          error={errorOf('accountIds')}
        />
      )}
      <PersonPicker
        label="Owner"
        name="ownerId"
        hint="Responsible for the program’s access. We’ll remind the owner before it expires."
        value={draft.owner}
        // A key has one owner, so the last chosen person replaces the others.
        onChange={(people) => onChange({ owner: people.slice(-1) })}
        error={errorOf('ownerId')}
      />
      <Select
        label="Expires after"
        name="expiresInDays"
        hint="A shorter lifetime is safer."
        value={String(draft.days)}
        onChange={(days) => onChange({ days: Number(days) })}
        options={lifetimeOptions.map((days) => ({ value: String(days), label: days === 365 ? '1 year' : `${days} days` }))}
        error={errorOf('expiresInDays')}
      />
    </>
  )
}
