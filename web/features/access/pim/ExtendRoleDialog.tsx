import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { DurationField } from './DurationField.tsx'
import { activateLabels, stepOf } from './labels.ts'
import type { Activation } from './types.ts'

const shortest = 10

export function ExtendRoleDialog({ activation, onOpenChange }: { activation: Activation; onOpenChange: (open: boolean) => void }) {
  const { minutes: now, maxMinutes, startsAt, role, account } = activation
  const extend = useCall('extendPimActivation', ['privilegedRole', 'approval'])
  const least = Math.min(maxMinutes, now + stepOf(maxMinutes))
  const [minutes, setMinutes] = useState(Math.min(maxMinutes, now + 60))
  const [why, setWhy] = useState(activation.justification)
  const short = why.trim().length < shortest ? `Enter a reason of at least ${shortest} characters.` : undefined
  const end = formatDateTime(new Date(Date.parse(startsAt ?? '') + minutes * 60_000).toISOString())
  const form = useForm(extend, { justification: short }, async () => {
    const body = { durationMinutes: minutes, justification: why.trim() }
    const { requestedUntil } = await extend.mutateAsync({ params: { id: activation.id }, body, headers: ifMatch(activation.version) })
    if (requestedUntil) toast.ok('Extension requested', { description: `Until ${end}. ${role} stays active until its current end.` })
    else toast.ok(`Extending ${role}`, { description: `Until ${end}. The role stays active.` })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Extend ${role}`}
      description={`In ${account.name}. The role stays active without interruption.`}
      action="Extend"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <DurationField
        label={activateLabels.totalDuration}
        hint={`Counted from activation. New end: ${end}.`}
        value={minutes}
        onChange={setMinutes}
        least={least}
        max={maxMinutes}
        error={form.errorOf('durationMinutes')}
      />
      <TextArea
        label="Reason for the extension"
        name="justification"
        maxLength={500}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
        error={short ?? form.errorOf('justification')}
      />
    </FormDialog>
  )
}
