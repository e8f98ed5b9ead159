import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { describeHours, durations, permanentValue } from '../assignments/labels.ts'
import { editGroupLabels } from './groupLabels.ts'
import type { AccessGroupDetail } from './types.ts'

export function EditGroupDialog({ group, onOpenChange }: { group: AccessGroupDetail; onOpenChange: (open: boolean) => void }) {
  const update = useCall('updateAccountGroup', ['account', 'accessGroup'])
  const [description, setDescription] = useState(group.description)
  const [isRequestable, setIsRequestable] = useState(group.requestable)
  const [maxDuration, setMaxDuration] = useState(group.maxDurationHours === null ? permanentValue : String(group.maxDurationHours))
  const hours = [...new Set([...durations, ...(group.maxDurationHours === null ? [] : [group.maxDurationHours])])].sort((a, b) => a - b)
  const isShorter = maxDuration !== permanentValue && (group.maxDurationHours === null || Number(maxDuration) < group.maxDurationHours)
  const form = useForm(update, {}, async () => {
    const body = {
      description: description.trim(),
      requestable: isRequestable,
      maxDurationHours: maxDuration === permanentValue ? null : Number(maxDuration),
    }
    const { note } = await update.mutateAsync({
      params: { id: group.account.id, groupId: group.id },
      body,
      headers: ifMatch(group.version),
    })
    toast.ok(`${group.name} updated`, note ? { description: note } : {})
    onOpenChange(false)
  })
  return (
    <FormDialog
      title="Edit group"
      description={`You can’t change the name or roles of ${group.name}. For other roles, create another group.`}
      action={editGroupLabels.save}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label={editGroupLabels.description}
        name="description"
        hint="Describe what the group is for. People search for access by these words."
        optional
        maxLength={400}
        rows={2}
        value={description}
        onChange={(event) => setDescription(event.target.value.replace(/[\r\n]+/g, ' '))}
        error={form.errorOf('description')}
      />
      <Select
        label={editGroupLabels.maxDuration}
        className="sm:w-64"
        {...(isShorter && { hint: 'Current members keep their end dates.' })}
        options={[
          { value: permanentValue, label: 'No maximum' },
          ...hours.map((each) => ({ value: String(each), label: describeHours(each) })),
        ]}
        {...form.field('maxDurationHours', maxDuration, setMaxDuration)}
      />
      <Checkbox
        label="People can request access"
        hint="Otherwise, owners add members in the directory."
        checked={isRequestable}
        onChange={(event) => setIsRequestable(event.target.checked)}
      />
    </FormDialog>
  )
}
