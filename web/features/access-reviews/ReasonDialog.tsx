import { type FormEvent, useId, useState } from 'react'
import { type ProblemWords, problemOf } from '../../api/problem.ts'
import { FormProblem } from '../../shared/FormProblem.tsx'
import { count } from '../../shared/waits.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/TextField.tsx'
import type { Decision, ReviewItem } from './types.ts'

const shortest = 3

interface ReasonDialogProps {
  items: readonly ReviewItem[]
  decision: Decision
  needed: boolean
  onSend: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Why somebody is kept, or goes; one reason for all of them. */
export function ReasonDialog({ items, decision, needed, onSend, onClose }: ReasonDialogProps) {
  const form = useId()
  const [reason, setReason] = useState(items.length === 1 ? items[0]!.reason : '')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ProblemWords>()
  const whom = items.length === 1 ? items[0]!.person.displayName : count(items.length, 'membership')
  const short = needed && reason.trim().length < shortest ? 'Say in a few words why it is still needed.' : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (short || busy) return
    setBusy(true)
    try {
      await onSend(reason.trim())
      onClose()
    } catch (error) {
      setProblem(problemOf(error))
    }
    setBusy(false)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={`${decision === 'keep' ? 'Keep' : 'Remove'} ${whom}`}
      description="The reason stays in the result."
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {decision === 'keep' ? 'Keep' : 'Remove'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4">
        <FormProblem problem={problem} />
        <TextArea
          label={decision === 'keep' ? 'Why is it still needed?' : 'Why is it no longer needed?'}
          name="reason"
          rows={2}
          maxLength={500}
          optional={!needed}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={tried ? short : undefined}
        />
      </form>
    </Dialog>
  )
}
