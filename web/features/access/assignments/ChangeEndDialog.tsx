import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { dayOf, endOfDay } from './dayBounds.ts'
import { changeEndLabels } from './labels.ts'
import type { Assignment } from './types.ts'

interface ChangeEndDialogProps {
  assignment: Assignment
  own: boolean
  onOpenChange: (open: boolean) => void
}

export function ChangeEndDialog({ assignment, own, onOpenChange }: ChangeEndDialogProps) {
  const { id, version, person, group, endsAt, latestEnd } = assignment
  const send = useCall('updateAccountAccess', ['account', 'groupAssignment', 'accessRequest'])
  const [day, setDay] = useState(dayOf(endsAt ?? latestEnd))
  const [isPermanent, setIsPermanent] = useState(endsAt === null)
  const form = useForm(send, {}, async () => {
    if (!isPermanent && day === '') return
    const requestedEnd = isPermanent ? null : endOfDay(day, latestEnd)
    const changed = await send.mutateAsync({ params: { id }, body: { endsAt: requestedEnd }, headers: ifMatch(version) })
    toast.ok(changed.endsAt ? `Access now ends ${formatDateTime(changed.endsAt)}` : 'End date removed')
    onOpenChange(false)
  })
  return (
    <FormDialog
      size="sm"
      title={changeEndLabels.title}
      description={`${own ? 'Your' : `${person.displayName}’s`} membership of ${group.name}.`}
      action={changeEndLabels.title}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextField
        label={changeEndLabels.lastDay}
        type="date"
        hint={latestEnd ? `No later than ${formatDateTime(latestEnd)}.${own ? ' Request an extension for a later date.' : ''}` : undefined}
        min={dayOf(new Date().toISOString())}
        max={latestEnd ? dayOf(latestEnd) : undefined}
        disabled={isPermanent}
        {...form.text('endsAt', isPermanent ? '' : day, setDay)}
      />
      {latestEnd === null && (
        <Checkbox
          label={changeEndLabels.permanent}
          name="isPermanent"
          checked={isPermanent}
          onChange={(event) => setIsPermanent(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}
