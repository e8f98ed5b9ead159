import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import type { AccountUpdate } from '../../../shared/requestTypes.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { votesSetAside } from './votesSetAside.ts'

/** Says anew why, which is all of a waiting decommissioning that can be changed, and sends it again. */
export function ReasonDialog({ update, onOpenChange }: { update: AccountUpdate; onOpenChange: (open: boolean) => void }) {
  const edit = useCall('editAccountUpdate', ['account', 'accountUpdate', 'approval', 'notification'])
  const problem = edit.error ? problemOf(edit.error) : undefined
  const [reason, setReason] = useState(update.reason)
  const [tried, setTried] = useState(false)
  const short = reason.trim().length < 3 ? 'Say why it can go.' : undefined

  const submit = async () => {
    setTried(true)
    if (short || edit.isPending) return
    try {
      const params = { id: update.account.id, updateId: update.id }
      const answer = await edit.mutateAsync({ params, body: { reason: reason.trim() }, headers: ifMatch(update.version) })
      toast.ok(`${answer.reference} is sent again`, votesSetAside(answer.votesSetAside))
    } catch {
      return // shown in the dialog
    }
    onOpenChange(false)
  }
  return (
    <FormDialog
      title={`Change ${update.reference}`}
      description="It is sent again as a whole: votes given so far no longer count."
      action="Send again"
      busy={edit.isPending}
      className="space-y-5"
      problem={problem}
      onSubmit={submit}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label="Why can it go?"
        hint="Those who decide read it first."
        name="reason"
        maxLength={1000}
        rows={4}
        value={reason}
        error={fieldError(problem, 'reason') ?? (tried ? short : undefined)}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
