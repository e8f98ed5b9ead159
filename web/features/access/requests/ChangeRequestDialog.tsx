import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { durationLabel, reasonField } from '../../../shared/formLabels.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { choicesUpTo, describeHours, durations, permanent, permanentValue, shortestReason } from '../assignments/labels.ts'
import { myAccessLabels } from './myAccessLabels.ts'
import type { AccessRequestItem } from './types.ts'

interface ChangeRequestDialogProps {
  request: Pick<AccessRequestItem, 'id' | 'reference' | 'version' | 'justification' | 'durationHours' | 'status'> & {
    account: { id: string; name: string }
    group: { name: string; maxDurationHours: number | null }
  }
  onOpenChange: (open: boolean) => void
}

export function ChangeRequestDialog({ request, onOpenChange }: ChangeRequestDialogProps) {
  const send = useCall('updateAccessRequest', ['account', 'accessRequest', 'approval'])
  const { account, group, reference, version, durationHours } = request
  const [reason, setReason] = useState(request.justification)
  const [duration, setDuration] = useState(durationHours === null ? permanentValue : String(durationHours))
  const hours = choicesUpTo(
    [...new Set([...durations, ...(durationHours ? [durationHours] : [])])].sort((a, b) => a - b),
    group.maxDurationHours,
  )
  const reasonProblem = reason.trim().length < shortestReason ? reasonField.tooShort(shortestReason) : undefined
  const form = useForm(send, { justification: reasonProblem }, async () => {
    await send.mutateAsync({
      params: { id: account.id, requestId: request.id },
      body: { justification: reason.trim(), durationHours: duration === permanentValue ? null : Number(duration) },
      headers: ifMatch(version),
    })
    toast.ok(`${reference} resubmitted`, { description: 'We’ll notify you of the decision.' })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Edit ${reference}`}
      description={`Membership of ${group.name} in ${account.name}.`}
      action={myAccessLabels.resubmit}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      {request.status === 'pending_approval' && (
        <p className="rounded-md border border-line bg-sunken px-3 py-2 text-sm">
          Saving changes restarts the approval, because approvers need to review the new version.
        </p>
      )}
      <TextArea
        label={reasonField.label}
        hint="Approvers read this. Describe what you need to do."
        maxLength={1_000}
        {...form.text('justification', reason, setReason)}
      />
      <Select
        label={durationLabel}
        hint="Counted from when access is granted."
        className="sm:w-64"
        options={[
          ...hours.map((each) => ({ value: String(each), label: describeHours(each) })),
          ...(group.maxDurationHours === null ? [{ value: permanentValue, label: permanent }] : []),
        ]}
        {...form.field('durationHours', duration, setDuration)}
      />
    </FormDialog>
  )
}
