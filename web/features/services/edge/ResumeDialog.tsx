import { Play } from 'lucide-react'
import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { RadioCards } from '../../../ui/Checkbox.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { rolloutActionLabels } from './labels.ts'
import type { Rollout } from './types.ts'

const minLength = 10

export function ResumeDialog({ rollout, onClose }: { rollout: Rollout; onClose: () => void }) {
  const resume = useCall('resumeEdgeRollout', ['edgeRollout'])
  const [failed, setFailed] = useState<'retry' | 'skip'>('retry')
  const [reason, setReason] = useState('')
  const number = rollout.counts.failed
  const stores = number === 1 ? 'store' : `${number} stores`
  const reasonProblem = failed === 'skip' && reason.trim().length < minLength ? reasonField.tooShort(minLength) : undefined
  const form = useForm(resume, { reason: reasonProblem }, async () => {
    await resume.mutateAsync({
      params: { id: rollout.id },
      body: { failed, ...(failed === 'skip' && { reason: reason.trim() }) },
      headers: ifMatch(rollout.version),
    })
    toast.ok(`${rollout.name} resumed`)
    onClose()
  })
  return (
    <FormDialog
      title={`Resume ${rollout.name}?`}
      description={
        number === 0
          ? 'No stores failed. The rollout continues where it stopped.'
          : `${count(number, 'store')} failed. Other stores continue where they stopped.`
      }
      action={failed === 'skip' ? 'Skip and resume' : number > 0 ? rolloutActionLabels.retryAndResume : rolloutActionLabels.resume}
      icon={Play}
      cancel="Cancel"
      form={form}
      onClose={onClose}
    >
      {number > 0 && (
        <RadioCards
          label={number === 1 ? 'Failed store' : `${number} failed stores`}
          name="failed"
          columns={1}
          value={failed}
          onChange={(value) => setFailed(value as 'retry' | 'skip')}
          options={[
            {
              value: 'retry',
              label: rolloutActionLabels.retry,
              hint: 'Fix the cause first. Completed steps aren’t repeated.',
            },
            {
              value: 'skip',
              label: 'Skip',
              hint: `The rollout ends without the ${stores}. You can include ${number === 1 ? 'it' : 'them'} in a later rollout.`,
            },
          ]}
        />
      )}
      {failed === 'skip' && (
        <TextArea
          label={reasonField.label}
          hint="Shown next to each skipped store."
          maxLength={500}
          {...form.text('reason', reason, setReason)}
        />
      )}
    </FormDialog>
  )
}
