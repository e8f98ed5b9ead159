import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { listAccountGroups, listAccountsAdv, listTowers } from '../../../api/queries.ts'
import { toOptions } from '../../../shared/labels.ts'
import { Checkbox, RadioCards } from '../../../ui/Checkbox.tsx'
import { Combobox } from '../../../ui/Combobox.tsx'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'
import { type Option, Select } from '../../../ui/Select.tsx'
import { type Environment, type NamedScope, scopeLabels } from './labels.ts'

export interface SelectedScope extends NamedScope {
  id: string
}

const environments = toOptions('environment')
const kinds = [
  { value: 'account', label: 'Account', hint: 'All access groups of an account' },
  { value: 'group', label: 'Group', hint: 'One access group of an account' },
  { value: 'tower', label: 'Tower', hint: 'The accounts of a tower' },
]

interface FieldProps {
  value: SelectedScope | undefined
  onChange: (scope: SelectedScope | undefined) => void
  error: string | undefined
}

interface ScopeFieldProps extends Omit<FieldProps, 'onChange'> {
  /** `missing` is what people have to choose next, if there is no scope. */
  onChange: (scope: SelectedScope | undefined, missing: SelectedScope['kind']) => void
}

export function ScopeField({ value, onChange, error }: ScopeFieldProps) {
  const [kind, setKind] = useState<SelectedScope['kind']>(value?.kind ?? 'account')
  const [chosen, setChosen] = useState<Partial<Record<SelectedScope['kind'], SelectedScope>>>(value ? { [value.kind]: value } : {})
  const { account } = chosen
  const client = useQueryClient()
  const find = useCallback(
    async (query: string): Promise<Option[]> => {
      const search = query.trim()
      const result = await client.fetchQuery(listAccountsAdv({ size: 20, filter: 'status==active', ...(search ? { search } : {}) }))
      return result.items.map(({ id, name, family }) => ({ value: id, label: name, hint: family.name }))
    },
    [client],
  )
  const select = (next: SelectedScope['kind']) => {
    setKind(next)
    onChange(chosen[next], next === 'group' && !account ? 'account' : next)
  }
  const choose = (scope: SelectedScope | undefined) => {
    setChosen((previous) => ({ ...previous, [kind]: scope }))
    onChange(scope, kind)
  }
  const chooseAccount = (option: Option | null) => {
    const scope = option ? { kind: 'account' as const, id: option.value, name: option.label } : undefined
    setChosen((previous) => ({ ...previous, account: scope, group: undefined }))
    onChange(kind === 'account' ? scope : undefined, scope ? kind : 'account')
  }
  return (
    <div className="space-y-3" data-field="scope">
      <RadioCards label="Scope" columns={3} options={kinds} value={kind} onChange={(next) => select(next as SelectedScope['kind'])} />
      {kind === 'tower' ? (
        <>
          <TowerSelect value={value} onChange={choose} error={error} />
          {value?.kind === 'tower' && (
            <EnvironmentsField value={value.environments ?? []} onChange={(environments) => choose({ ...value, environments })} />
          )}
        </>
      ) : (
        <Combobox
          label={scopeLabels.account}
          options={find}
          placeholder="Type a name"
          empty="No matching active accounts."
          value={account ? { value: account.id, label: account.name } : null}
          onChange={chooseAccount}
          error={kind === 'account' || !account ? error : undefined}
        />
      )}
      {kind === 'group' && account && <GroupSelect accountId={account.id} value={value} onChange={choose} error={error} />}
    </div>
  )
}

function TowerSelect({ value, onChange, error }: FieldProps) {
  const { data = [] } = useQuery(listTowers())
  return (
    <Select
      label={scopeLabels.tower}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.kind === 'tower' ? value.id : null}
      onChange={(id) =>
        onChange({ kind: 'tower', id, name: data.find((tower) => tower.id === id)?.name ?? '', environments: value?.environments ?? [] })
      }
      error={error}
    />
  )
}

interface EnvironmentsFieldProps {
  value: readonly Environment[]
  onChange: (environments: Environment[]) => void
}

function EnvironmentsField({ value, onChange }: EnvironmentsFieldProps) {
  return (
    <FieldGroup label={scopeLabels.environments} hint={scopeLabels.allEnvironments} name="scope.environments" optional>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {environments.map(({ value: environment, label }) => (
          <Checkbox
            key={environment}
            label={label}
            checked={value.includes(environment)}
            onChange={(event) =>
              onChange(
                environments
                  .map((each) => each.value)
                  .filter((each) => (each === environment ? event.target.checked : value.includes(each))),
              )
            }
          />
        ))}
      </div>
    </FieldGroup>
  )
}

function GroupSelect({ accountId, value, onChange, error }: FieldProps & { accountId: string }) {
  const { data = [] } = useQuery(listAccountGroups(accountId))
  const readyGroups = data.filter(({ status }) => status === 'ready')
  return (
    <Select
      label={scopeLabels.group}
      options={readyGroups.map(({ id, name, roles }) => ({
        value: id,
        label: name,
        hint: roles.map(({ roleName }) => roleName).join(', '),
      }))}
      value={value?.kind === 'group' ? value.id : null}
      onChange={(id) => onChange({ kind: 'group', id, name: readyGroups.find((group) => group.id === id)?.name ?? '' })}
      error={error}
    />
  )
}
