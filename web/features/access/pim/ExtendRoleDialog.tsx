import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { useForm } from '../../../shared/useForm.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { DurationField } from './DurationField.tsx'
import { activateLabels, describeExtension, describeMinutes, sliderStep } from './labels.ts'
import type { Activation } from './types.ts'

const minLength = 10

export function ExtendRoleDialog({ activation, onOpenChange }: { activation: Activation; onOpenChange: (open: boolean) => void }) {
  const { minutes: now, maxMinutes, startsAt, role, account } = activation
  const extend = useCall('extendPimActivation', ['privilegedRole', 'approval'], ({ body }) => ({
    what: `Extend ${role} in ${account.name} to ${describeMinutes(body.durationMinutes)} in total`,
  }))
  const minimum = Math.min(maxMinutes, now + sliderStep(maxMinutes))
  const [minutes, setMinutes] = useState(Math.min(maxMinutes, now + 60))
  const [reason, setReason] = useState(activation.justification)
  const reasonProblem = reason.trim().length < minLength ? reasonField.tooShort(minLength) : undefined
  const end = formatDateTime(new Date(Date.parse(startsAt ?? '') + minutes * 60_000).toISOString())
  const form = useForm(extend, { justification: reasonProblem }, async () => {
    const body = { durationMinutes: minutes, justification: reason.trim() }
    const { title, description } = describeExtension(
      await extend.mutateAsync({ params: { id: activation.id }, body, headers: ifMatch(activation.version) }),
    )
    toast.ok(title, { description: `Until ${end}. ${description}` })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Extend ${role}`}
      description={`Your role in ${account.name} stays active without interruption.`}
      action={activateLabels.extend}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <DurationField
        label={activateLabels.totalDuration}
        hint={`Counted from activation. New end: ${end}.`}
        value={minutes}
        onChange={setMinutes}
        least={minimum}
        max={maxMinutes}
        error={form.errorOf('durationMinutes')}
      />
      <TextArea
        label="Reason for the extension"
        name="justification"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={reasonProblem ?? form.errorOf('justification')}
      />
    </FormDialog>
  )
}
