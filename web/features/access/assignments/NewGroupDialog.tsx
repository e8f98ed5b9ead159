import { useState } from 'react'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Checkbox, RadioCards } from '../../../ui/Choice.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { RolePicker } from './RolePicker.tsx'
import type { Account } from './types.ts'
import { hoursInWords } from './words.ts'

const lengths = [8, 24, 24 * 7, 24 * 30, 24 * 90, 24 * 180, 24 * 365]
const noLimit = 'none'

export function NewGroupDialog({ account, onOpenChange }: { account: Account; onOpenChange: (open: boolean) => void }) {
  const create = useCall('createAccountGroup', ['account', 'accessGroup'])
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [roleIds, setRoleIds] = useState<readonly string[]>([])
  const [assignment, setAssignment] = useState<'active' | 'eligible'>('active')
  const [requestable, setRequestable] = useState(true)
  const [longest, setLongest] = useState(noLimit)
  const badName = /^[a-z][a-z0-9-]{0,19}[a-z0-9]$/.test(name)
    ? undefined
    : 'Two to 21 small letters, digits and hyphens, beginning with a letter.'
  const noRole = roleIds.length === 0 ? 'Choose at least one thing it lets one do.' : roleIds.length > 5 ? 'Five roles at most.' : undefined
  const form = useForm(create, { name: badName, roleDefinitionIds: noRole }, async () => {
    const body = {
      name,
      description: description.trim(),
      roleDefinitionIds: [...roleIds],
      assignment,
      requestable,
      maxDurationHours: longest === noLimit ? null : Number(longest),
    }
    await create.mutateAsync({ params: { id: account.id }, body })
    toast.ok('The group is being made', { description: 'Its steps show in the list.' })
    onOpenChange(false)
  })
  return (
    <FormDialog
      size="lg"
      title="New access group"
      description={`Whoever is let into it has its roles in ${account.name}.`}
      action="Make the group"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Last part of its name"
          name="name"
          hint="In front of it stands the account’s name."
          placeholder="release-team"
          mono
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={form.errorOf('name')}
        />
        <TextField
          label="What is it for?"
          name="description"
          hint="People who look for access read this."
          optional
          maxLength={400}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          error={form.errorOf('description')}
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
        label="How members have it"
        name="assignment"
        value={assignment}
        onChange={(value) => setAssignment(value === 'eligible' ? 'eligible' : 'active')}
        options={[
          { value: 'active', label: 'All the time', hint: 'For everyday work.' },
          {
            value: 'eligible',
            label: 'For a while, when they take it',
            hint: 'For what can do harm: each time with a reason, and it ends by itself.',
          },
        ]}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label="Longest membership"
          name="maxDurationHours"
          options={[{ value: noLimit, label: 'For good' }, ...lengths.map((each) => ({ value: String(each), label: hoursInWords(each) }))]}
          value={longest}
          onChange={setLongest}
          error={form.errorOf('maxDurationHours')}
        />
        <div className="sm:pt-6">
          <Checkbox
            label="People may ask to be let in"
            hint="Otherwise owners add them in the directory."
            checked={requestable}
            onChange={(event) => setRequestable(event.target.checked)}
          />
        </div>
      </div>
    </FormDialog>
  )
}
