import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Checkbox } from '../../../ui/Choice.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { durations, forGood, hoursInWords } from '../assignments/words.ts'
import type { WholeGroup } from './types.ts'

export function EditGroupDialog({ group, onOpenChange }: { group: WholeGroup; onOpenChange: (open: boolean) => void }) {
  const update = useCall('updateAccountGroup', ['account', 'accessGroup'])
  const [description, setDescription] = useState(group.description)
  const [requestable, setRequestable] = useState(group.requestable)
  const [longest, setLongest] = useState(group.maxDurationHours === null ? forGood : String(group.maxDurationHours))
  const hours = [...new Set([...durations, ...(group.maxDurationHours === null ? [] : [group.maxDurationHours])])].sort((a, b) => a - b)
  const shorter = longest !== forGood && (group.maxDurationHours === null || Number(longest) < group.maxDurationHours)
  const form = useForm(update, {}, async () => {
    const body = { description: description.trim(), requestable, maxDurationHours: longest === forGood ? null : Number(longest) }
    const { note } = await update.mutateAsync({
      params: { id: group.account.id, groupId: group.id },
      body,
      headers: ifMatch(group.version),
    })
    toast.ok(`${group.name} is changed`, note ? { description: note } : {})
    onOpenChange(false)
  })
  return (
    <FormDialog
      title="Edit the group"
      description={`${group.name}. Its roles and its name stay; make another group for other roles.`}
      action="Save"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label="What is it for?"
        name="description"
        hint="People who look for access read this, and find it by these words."
        optional
        maxLength={400}
        rows={2}
        value={description}
        onChange={(event) => setDescription(event.target.value.replace(/[\r\n]+/g, ' '))}
        error={form.errorOf('description')}
      />
      <Select
        label="Longest membership"
        name="maxDurationHours"
        className="sm:w-64"
        {...(shorter && { hint: 'Whoever is in stays as long as was agreed.' })}
        options={[{ value: forGood, label: 'For good' }, ...hours.map((each) => ({ value: String(each), label: hoursInWords(each) }))]}
        value={longest}
        onChange={setLongest}
        error={form.errorOf('maxDurationHours')}
      />
      <Checkbox
        label="People may ask to be let in"
        hint="Otherwise owners add them in the directory."
        checked={requestable}
        onChange={(event) => setRequestable(event.target.checked)}
      />
    </FormDialog>
  )
}
