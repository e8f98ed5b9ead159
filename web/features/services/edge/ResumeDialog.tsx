import { Play } from 'lucide-react'
import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { RadioCards } from '../../../ui/Choice.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Rollout } from './types.ts'

const shortest = 10

export function ResumeDialog({ rollout, onClose }: { rollout: Rollout; onClose: () => void }) {
  const resume = useCall('resumeEdgeRollout', ['edgeRollout'])
  const [failed, setFailed] = useState<'retry' | 'skip'>('retry')
  const [reason, setReason] = useState('')
  const number = rollout.counts.failed
  const them = number === 1 ? 'it' : 'them'
  const short = failed === 'skip' && reason.trim().length < shortest ? `Say why, in ${shortest} characters or more.` : undefined
  const form = useForm(resume, { reason: short }, async () => {
    await resume.mutateAsync({
      params: { id: rollout.id },
      body: { failed, ...(failed === 'skip' && { reason: reason.trim() }) },
      headers: ifMatch(rollout.version),
    })
    toast.ok(`${rollout.name} goes on`)
    onClose()
  })
  return (
    <FormDialog
      title={`Let ${rollout.name} go on?`}
      description={
        number === 0
          ? 'No store has failed. The rollout goes on where it stopped.'
          : `${count(number, 'store')} failed. The others go on where they stopped.`
      }
      action={failed === 'skip' ? `Leave ${them} out and go on` : number > 0 ? 'Try again and go on' : 'Resume'}
      icon={Play}
      cancel="Not now"
      form={form}
      onClose={onClose}
    >
      {number > 0 && (
        <RadioCards
          label={number === 1 ? 'The store that failed' : `The ${number} stores that failed`}
          name="failed"
          columns={1}
          value={failed}
          onChange={(value) => setFailed(value as 'retry' | 'skip')}
          options={[
            {
              value: 'retry',
              label: `Try ${them} again`,
              hint: `Choose this once the cause is mended. What of ${them} stands already is not done twice.`,
            },
            { value: 'skip', label: `Leave ${them} out`, hint: `The rollout ends without ${them}; a later one can take ${them} up.` },
          ]}
        />
      )}
      {failed === 'skip' && (
        <TextArea
          label={`Why ${number === 1 ? 'is it' : 'are they'} left out?`}
          hint="It stands beside the store, for whoever asks later."
          name="reason"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={form.errorOf('reason')}
        />
      )}
    </FormDialog>
  )
}
