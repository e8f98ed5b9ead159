import { useState } from 'react'
import { problemOf } from '../../../../api/problem.ts'
import { useCall } from '../../../../api/useCall.ts'
import { FormDialog } from '../../../../shared/FormDialog.tsx'
import { fieldError } from '../../../../shared/fieldError.ts'
import { TextArea } from '../../../../ui/TextField.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import type { AskedAccess } from './types.ts'

/** Says no to somebody who asks to be let in, and why. */
export function RejectDialog({ request, onOpenChange }: { request: AskedAccess; onOpenChange: (open: boolean) => void }) {
  const decide = useCall('decideSandboxAccessRequest', ['sandbox', 'accessRequest', 'approval', 'notification'])
  const [why, setWhy] = useState('')
  const [tried, setTried] = useState(false)
  const problem = decide.error ? problemOf(decide.error) : undefined
  const short = why.trim().length < 3 ? 'Say why: they read it.' : undefined
  const submit = async () => {
    setTried(true)
    if (short || decide.isPending || !request.waiting) return
    try {
      await decide.mutateAsync({
        params: { id: request.id },
        body: { decision: 'reject', comment: why.trim(), stage: request.waiting.stage, version: request.version },
      })
    } catch {
      return // shown in the dialog
    }
    toast.ok(`${request.requester.displayName} is told`)
    onOpenChange(false)
  }
  return (
    <FormDialog
      size="sm"
      title={`Reject ${request.reference}?`}
      description={`${request.requester.displayName} is not let in, and told why.`}
      action="Reject"
      variant="danger"
      busy={decide.isPending}
      problem={problem}
      onSubmit={submit}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label="Why"
        name="comment"
        maxLength={1_000}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
        error={(tried ? short : undefined) ?? fieldError(problem, 'comment')}
      />
    </FormDialog>
  )
}
