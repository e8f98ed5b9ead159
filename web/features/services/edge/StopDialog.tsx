import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Rollout } from './types.ts'

const minLength = 10

export function StopDialog({ what, rollout, onClose }: { what: 'halt' | 'cancel'; rollout: Rollout; onClose: () => void }) {
  const halt = useCall('haltEdgeRollout', ['edgeRollout'])
  const cancel = useCall('cancelEdgeRollout', ['edgeRollout'])
  const send = what === 'halt' ? halt : cancel
  const [reason, setReason] = useState('')
  const reasonProblem = reason.trim().length < minLength ? reasonField.tooShort(minLength) : undefined
  const { planned, queued, failed } = rollout.counts
  const form = useForm(send, { reason: reasonProblem }, async () => {
    await send.mutateAsync({ params: { id: rollout.id }, body: { reason: reason.trim() }, headers: ifMatch(rollout.version) })
    toast.ok(what === 'halt' ? `${rollout.name} halted` : `Remaining stores of ${rollout.name} cancelled`)
    onClose()
  })
  return (
    <FormDialog
      title={what === 'halt' ? `Halt ${rollout.name}?` : `Cancel remaining stores of ${rollout.name}?`}
      description={
        what === 'halt'
          ? 'Stores in progress will finish. No new stores start. You can resume the rollout at any time.'
          : `This skips ${count(planned + queued, 'store')} not started${failed > 0 ? ` and ${failed} failed` : ''}; built stores stay. You can’t undo this. You can include skipped stores in a new rollout.`
      }
      action={what === 'halt' ? 'Halt rollout' : 'Cancel remaining stores'}
      variant={what === 'halt' ? 'primary' : 'danger'}
      cancel="Go back"
      form={form}
      onClose={onClose}
    >
      <TextArea label={reasonField.label} maxLength={500} {...form.text('reason', reason, setReason)} />
    </FormDialog>
  )
}
