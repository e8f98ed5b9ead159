import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Rollout } from './types.ts'

const shortest = 10

export function StopDialog({ what, rollout, onClose }: { what: 'halt' | 'cancel'; rollout: Rollout; onClose: () => void }) {
  const halt = useCall('haltEdgeRollout', ['edgeRollout'])
  const cancel = useCall('cancelEdgeRollout', ['edgeRollout'])
  const send = what === 'halt' ? halt : cancel
  const [reason, setReason] = useState('')
  const short = reason.trim().length < shortest ? `Say why, in ${shortest} characters or more.` : undefined
  const { planned, queued, failed } = rollout.counts
  const form = useForm(send, { reason: short }, async () => {
    await send.mutateAsync({ params: { id: rollout.id }, body: { reason: reason.trim() }, headers: ifMatch(rollout.version) })
    toast.ok(what === 'halt' ? `${rollout.name} is halted` : `The rest of ${rollout.name} is cancelled`)
    onClose()
  })
  return (
    <FormDialog
      title={what === 'halt' ? `Halt ${rollout.name}?` : `Cancel the rest of ${rollout.name}?`}
      description={
        what === 'halt'
          ? 'Stores under way are finished, no further one is begun. It can be resumed at any time.'
          : `${count(planned + queued, 'store')} that ${planned + queued === 1 ? 'is' : 'are'} not begun${failed > 0 ? `, and ${failed} that failed,` : ''} will be left out. What is built stays and can still be reported complete. This cannot be taken back; a new rollout can take the stores up.`
      }
      action={what === 'halt' ? 'Halt' : 'Cancel the rest'}
      variant={what === 'halt' ? 'primary' : 'danger'}
      cancel="Go back"
      form={form}
      onClose={onClose}
    >
      <TextArea
        label="Why?"
        name="reason"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={form.errorOf('reason')}
      />
    </FormDialog>
  )
}
