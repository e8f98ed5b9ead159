import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import type { AccountUpdate } from '../../../shared/requestTypes.ts'
import { useForm } from '../../../shared/useForm.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { updateActionLabels } from './labels.ts'
import { resetVotesToast } from './resetVotesToast.ts'

const minLength = 10

/** The reason is the only editable field of a pending decommission. */
export function ReasonDialog({ update, onOpenChange }: { update: AccountUpdate; onOpenChange: (open: boolean) => void }) {
  const edit = useCall('editAccountUpdate', ['account', 'accountUpdate', 'approval', 'notification'])
  const [reason, setReason] = useState(update.reason)
  const reasonProblem = reason.trim().length < minLength ? reasonField.tooShort(minLength) : undefined

  const form = useForm(edit, { reason: reasonProblem }, async () => {
    const params = { id: update.account.id, updateId: update.id }
    const response = await edit.mutateAsync({ params, body: { reason: reason.trim() }, headers: ifMatch(update.version) })
    toast.ok(`${response.reference} resubmitted`, resetVotesToast(response.discardedVotes))
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={updateActionLabels.editing(update.reference)}
      description="Resubmitting restarts the approval. Earlier votes no longer count."
      action={updateActionLabels.resubmit}
      className="space-y-5"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label={reasonField.label}
        hint="Approvers see this first."
        maxLength={1000}
        rows={4}
        {...form.text('reason', reason, setReason)}
      />
    </FormDialog>
  )
}
