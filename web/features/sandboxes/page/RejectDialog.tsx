import { type FormEvent, useId, useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { AskedAccess } from './types.ts'

/** Says no to somebody who asks to be let in, and why. */
export function RejectDialog({ request, onOpenChange }: { request: AskedAccess; onOpenChange: (open: boolean) => void }) {
  const form = useId()
  const decide = useCall('decideSandboxAccessRequest', ['sandbox', 'accessRequest', 'approval', 'notification'])
  const [why, setWhy] = useState('')
  const [tried, setTried] = useState(false)
  const problem = decide.error ? problemOf(decide.error) : undefined
  const short = why.trim().length < 3 ? 'Say why: they read it.' : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (short || decide.isPending) return
    try {
      await decide.mutateAsync({
        params: { id: request.id },
        body: { decision: 'reject', comment: why.trim(), version: request.version },
      })
    } catch {
      return // shown in the dialog
    }
    toast.ok(`${request.requester.displayName} is told`)
    onOpenChange(false)
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      size="sm"
      title={`Reject ${request.reference}?`}
      description={`${request.requester.displayName} is not let in, and told why.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="danger" loading={decide.isPending}>
            Reject
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4">
        <FormProblem problem={problem} />
        <TextArea
          label="Why"
          name="comment"
          maxLength={1_000}
          value={why}
          onChange={(event) => setWhy(event.target.value)}
          error={(tried ? short : undefined) ?? fieldError(problem, 'comment')}
        />
      </form>
    </Dialog>
  )
}
