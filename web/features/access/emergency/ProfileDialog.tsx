import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { listAccountsAdv, listRoleDefinitions, listTowers, searchAccounts } from '../../../api/queries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { findGroups } from '../../../shared/findGroups.ts'
import { toOptions } from '../../../shared/labels.ts'
import { StepUpHint } from '../../../shared/StepUpHint.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Combobox } from '../../../ui/Combobox.tsx'
import { type Option, Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { describeMinutes } from '../pim/labels.ts'
import { emergencyLabels } from './emergencyLabels.ts'
import type { Profile } from './types.ts'

type Kind = Profile['scope']['kind']
const kinds = [
  { value: 'account', label: 'One account' },
  { value: 'tower', label: 'All accounts of a tower' },
  { value: 'environment', label: 'All accounts of an environment' },
]
const environments = toOptions('environment')
const lengths = [15, 30, 60, 120, 240]
const enabledOptions = [
  { value: 'on', label: 'Enabled' },
  { value: 'off', label: 'Disabled' },
]

/** The API takes the name of a group, so the name is the option's value. */
const optionOfGroup = (name: string, description?: string | null): Option => ({
  value: name,
  label: name,
  ...(description && { hint: description }),
})

/** Roles belong to an account, so the roles for a tower or environment are read from its first account. */
function useRoles(kind: Kind, scope: string) {
  const filter = kind === 'tower' ? `tower==${scope};status==active` : `environment==${scope};status==active`
  const sampleQuery = useQuery({ ...listAccountsAdv({ filter, size: 1 }), enabled: kind !== 'account' && scope !== '' })
  const account = kind === 'account' ? scope : (sampleQuery.data?.items[0]?.id ?? '')
  const roles = useQuery({ ...listRoleDefinitions(account), enabled: account !== '' })
  const matchingRoles = roles.data?.items.filter((role) => !role.grantsAccess && (kind === 'account' || role.kind === 'builtIn'))
  return (matchingRoles ?? []).map((role) => ({ value: role.id, label: role.name, hint: role.allowedActions.join(', ') }))
}

export function ProfileDialog({ profile, onOpenChange }: { profile: Profile | undefined; onOpenChange: (open: boolean) => void }) {
  const client = useQueryClient()
  const create = useCall('createEmergencyProfile', ['emergencyProfile'])
  const update = useCall('updateEmergencyProfile', ['emergencyProfile'])
  const [name, setName] = useState(profile?.name ?? '')
  const [description, setDescription] = useState(profile?.description ?? '')
  const [group, setGroup] = useState<Option | null>(profile ? optionOfGroup(profile.group.name) : null)
  const [kind, setKind] = useState<Kind>(profile?.scope.kind ?? 'tower')
  const [place, setScope] = useState<Option | null>(profile ? { value: profile.scope.id, label: profile.scope.name } : null)
  const [role, setRole] = useState<Option | null>(profile ? { value: profile.role.id, label: profile.role.name } : null)
  const [minutes, setMinutes] = useState(String(profile?.maxMinutes ?? 60))
  const [enabled, setEnabled] = useState(profile?.enabled ?? true)
  const towers = useQuery(listTowers()).data?.map((tower) => ({ value: tower.id, label: tower.name })) ?? []
  const findAccounts = useCallback(
    async (query: string) => (await client.fetchQuery(searchAccounts(query.trim()))).map((each) => ({ value: each.id, label: each.name })),
    [client],
  )
  const findGroupOptions = useCallback(
    async (text: string) => (await findGroups(client, text)).map((each) => optionOfGroup(each.displayName, each.description)),
    [client],
  )
  const roles = useRoles(kind, place?.value ?? '')
  const errors = {
    name: name.trim().length < 2 ? 'Enter a name.' : undefined,
    groupName: group ? undefined : emergencyLabels.noGroup,
    scope: place ? undefined : kind === 'account' ? 'Choose an account.' : `Choose ${kind === 'tower' ? 'a tower' : 'an environment'}.`,
    roleDefinitionId: role ? undefined : 'Choose a role.',
  }
  const form = useForm(profile ? update : create, errors, async () => {
    if (!place || !role || !group) return
    const scope =
      kind === 'account'
        ? { kind, accountId: place.value }
        : kind === 'tower'
          ? { kind, towerId: place.value }
          : { kind, environment: place.value as 'production' }
    const body = {
      name: name.trim(),
      description: description.trim(),
      groupName: group.value,
      scope,
      roleDefinitionId: role.value,
      maxMinutes: Number(minutes),
    }
    if (profile) await update.mutateAsync({ params: { id: profile.id }, body: { ...body, enabled }, headers: ifMatch(profile.version) })
    else await create.mutateAsync({ body })
    toast.ok(profile ? `${name.trim()} updated` : `${name.trim()} created`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={profile ? `Edit ${profile.name}` : 'New emergency profile'}
      description="Members of a directory group can get the role immediately, without approval. Keep the scope narrow and the duration short."
      action={profile ? 'Save changes' : 'Create profile'}
      aside={<StepUpHint needed={!form.problem} />}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" hint="Choose a name that people on call recognise." maxLength={64} {...form.text('name', name, setName)} />
        <Combobox
          label={emergencyLabels.group}
          hint="Members can use the profile."
          placeholder="Type a group’s name"
          empty="No groups match this name."
          options={findGroupOptions}
          {...form.field('groupName', group, setGroup)}
        />
        <Select
          label="Scope"
          name="kind"
          options={kinds}
          value={kind}
          onChange={(next) => {
            setKind(next as Kind)
            setScope(null)
            setRole(null)
          }}
        />
        {kind === 'account' ? (
          <Combobox label="Account" name="scope" options={findAccounts} value={place} onChange={setScope} error={form.errorOf('scope')} />
        ) : (
          <Combobox
            label={kind === 'tower' ? 'Tower' : 'Environment'}
            options={kind === 'tower' ? towers : environments}
            {...form.field('scope', place, setScope)}
          />
        )}
        <Combobox
          label="Role"
          hint={place ? 'Roles that can grant access aren’t listed.' : 'Choose a scope first.'}
          options={roles}
          {...form.field('roleDefinitionId', role, setRole)}
        />
        <Select
          label="Maximum duration"
          hint="For each use."
          options={[...new Set([...lengths, Number(minutes)])].map((each) => ({ value: String(each), label: describeMinutes(each) }))}
          {...form.field('maxMinutes', minutes, setMinutes)}
        />
      </div>
      <TextField label="Description" optional maxLength={500} {...form.text('description', description, setDescription)} />
      {profile && (
        <Select
          label="Status"
          name="enabled"
          className="sm:w-64"
          options={enabledOptions}
          value={enabled ? 'on' : 'off'}
          onChange={(next) => setEnabled(next === 'on')}
        />
      )}
    </FormDialog>
  )
}
