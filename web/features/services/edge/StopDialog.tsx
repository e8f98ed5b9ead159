import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { count } from '../../../shared/waits.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Rollout } from './types.ts'

const shortest = 10

/** Halts a rollout, or cancels what of it has not been begun; with the reason that the others read. */
export function StopDialog({ what, rollout, onClose }: { what: 'halt' | 'cancel'; rollout: Rollout; onClose: () => void }) {
  const halt = useCall('haltEdgeRollout', ['edgeRollout'])
  const cancel = useCall('cancelEdgeRollout', ['edgeRollout'])
  const send = what === 'halt' ? halt : cancel
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const problem = send.error ? problemOf(send.error) : undefined
  const short = reason.trim().length < shortest ? `Say why, in ${shortest} characters or more.` : undefined
  const { planned, queued, failed } = rollout.counts
  const submit = async () => {
    setTried(true)
    if (short || send.isPending) return
    try {
      await send.mutateAsync({ params: { id: rollout.id }, body: { reason: reason.trim() }, headers: ifMatch(rollout.version) })
    } catch {
      return // shown in the dialog
    }
    toast.ok(what === 'halt' ? `${rollout.name} is halted` : `The rest of ${rollout.name} is cancelled`)
    onClose()
  }
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
      busy={send.isPending}
      cancel="Go back"
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label="Why?"
        name="reason"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={(tried ? short : undefined) ?? fieldError(problem, 'reason')}
      />
    </FormDialog>
  )
}
