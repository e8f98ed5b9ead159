import { useState } from 'react'
import { ifMatch, useCall } from '../../../../api/useCall.ts'
import { ConfirmDialog } from '../../../../shared/ConfirmDialog.tsx'
import { FormDialog } from '../../../../shared/FormDialog.tsx'
import { useForm } from '../../../../shared/useForm.ts'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { formatDateTime } from '../../../../ui/format.ts'
import { TextField } from '../../../../ui/TextField.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import { dayOf, endOfDay } from '../../../access/assignments/dayBounds.ts'
import { groupLabel } from './durations.ts'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { MemberAccess } from './types.ts'

interface AccessDialogProps {
  access: MemberAccess
  own: boolean
  onOpenChange: (open: boolean) => void
}

export function ChangeEndDialog({ access, own, onOpenChange }: AccessDialogProps) {
  const { id, version, person, endsAt, latestEnd, sandbox } = access
  const send = useCall('updateSandboxAccess', ['sandbox', 'groupAssignment'])
  const latest = latestEnd ?? sandbox.end
  const [day, setDay] = useState(dayOf(endsAt ?? latest))
  const [isPermanent, setIsPermanent] = useState(endsAt === null)
  const form = useForm(send, {}, async () => {
    if (!isPermanent && day === '') return
    await send.mutateAsync({ params: { id }, body: { endsAt: isPermanent ? null : endOfDay(day, latest) }, headers: ifMatch(version) })
    toast.ok('End date changed')
    onOpenChange(false)
  })
  return (
    <FormDialog
      size="sm"
      title="Change end date"
      description={own ? `Your access to ${sandbox.name}.` : `${person.displayName}’s access to ${sandbox.name}.`}
      action="Change end date"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextField
        label="Last day"
        type="date"
        hint={latest ? `No later than ${formatDateTime(latest)}.` : undefined}
        min={dayOf(new Date().toISOString())}
        max={latest ? dayOf(latest) : undefined}
        disabled={isPermanent}
        {...form.text('endsAt', isPermanent ? '' : day, setDay)}
      />
      {latestEnd === null && (
        <Checkbox
          label="Until the sandbox ends"
          name="isPermanent"
          checked={isPermanent}
          onChange={(event) => setIsPermanent(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}

export function EndDialog({ access: { id, version, person, group, sandbox }, own, onOpenChange }: AccessDialogProps) {
  const end = useCall('revokeSandboxAccess', ['sandbox', 'groupAssignment'])
  const confirm = async () => {
    const ended = await end.mutateAsync({ params: { id }, headers: ifMatch(version) })
    if (ended.status === 'revoking') toast.ok('Revoking access', { description: 'The directory is updated in the background.' })
    else toast.ok(own ? `You left ${sandbox.name}` : `${person.displayName} removed from ${sandbox.name}`)
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      tone="danger"
      title={own ? `Leave ${sandbox.name}?` : `Remove ${person.displayName}?`}
      confirmLabel={own ? 'Leave sandbox' : sandboxPageLabels.remove}
      onConfirm={confirm}
    >
      <p>
        {own ? 'Your' : 'Their'} access as {groupLabel(group.suffix).toLocaleLowerCase()} ends immediately. {own ? 'Your' : 'Their'}{' '}
        resources stay in the sandbox.
      </p>
      <p>{own ? 'You can request access again.' : 'They’re notified and can request access again.'}</p>
    </ConfirmDialog>
  )
}
