import { useState } from 'react'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Checkbox, RadioCards } from '../../../ui/Checkbox.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { describeHours, newGroupLabels } from './labels.ts'
import { RolePicker } from './RolePicker.tsx'
import type { Account } from './types.ts'

const lengths = [8, 24, 24 * 7, 24 * 30, 24 * 90, 24 * 180, 24 * 365]
const noLimit = 'none'

export function NewGroupDialog({ account, onOpenChange }: { account: Account; onOpenChange: (open: boolean) => void }) {
  const create = useCall('createAccountGroup', ['account', 'accessGroup'])
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [roleIds, setRoleIds] = useState<readonly string[]>([])
  const [assignment, setAssignment] = useState<'active' | 'eligible'>('active')
  const [isRequestable, setIsRequestable] = useState(true)
  const [maxDuration, setMaxDuration] = useState(noLimit)
  const nameProblem = /^[a-z][a-z0-9-]{0,19}[a-z0-9]$/.test(name)
    ? undefined
    : 'Use 2 to 21 lowercase letters, digits and hyphens. Start with a letter and don’t end with a hyphen.'
  const roleProblem = roleIds.length === 0 ? 'Choose at least one role.' : roleIds.length > 5 ? 'Choose up to 5 roles.' : undefined
  const form = useForm(create, { name: nameProblem, roleDefinitionIds: roleProblem }, async () => {
    const body = {
      name,
      description: description.trim(),
      roleDefinitionIds: [...roleIds],
      assignment,
      requestable: isRequestable,
      maxDurationHours: maxDuration === noLimit ? null : Number(maxDuration),
    }
    await create.mutateAsync({ params: { id: account.id }, body })
    toast.ok('Creating group', { description: 'The group list shows the progress.' })
    onOpenChange(false)
  })
  return (
    <FormDialog
      size="lg"
      title="New access group"
      description={`Members get the group’s roles in ${account.name}.`}
      action={newGroupLabels.create}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={newGroupLabels.suffix}
          hint="Added after the account’s name."
          placeholder="release-team"
          mono
          {...form.text('name', name, setName)}
        />
        <TextField
          label="Description"
          hint="Describe what the group is for. People search for access by these words."
          optional
          maxLength={400}
          {...form.text('description', description, setDescription)}
        />
      </div>
      <RolePicker
        account={account}
        assignment={assignment}
        chosen={roleIds}
        onChange={setRoleIds}
        error={form.errorOf('roleDefinitionIds')}
      />
      <RadioCards
        label="Role assignment"
        name="assignment"
        value={assignment}
        onChange={(value) => setAssignment(value === 'eligible' ? 'eligible' : 'active')}
        options={[
          { value: 'active', label: 'Active', hint: 'Members always have the roles. For everyday work.' },
          {
            value: 'eligible',
            label: 'Eligible',
            hint: 'Members activate the roles when needed, with a reason, for a limited time.',
          },
        ]}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label="Maximum duration"
          options={[
            { value: noLimit, label: 'No maximum' },
            ...lengths.map((each) => ({ value: String(each), label: describeHours(each) })),
          ]}
          {...form.field('maxDurationHours', maxDuration, setMaxDuration)}
        />
        <div className="sm:pt-6">
          <Checkbox
            label="People can request access"
            hint="Otherwise, owners add members in the directory."
            checked={isRequestable}
            onChange={(event) => setIsRequestable(event.target.checked)}
          />
        </div>
      </div>
    </FormDialog>
  )
}
