import { useState } from 'react'
import { ifMatch, useCall } from '../../../../api/useCall.ts'
import { ConfirmDialog } from '../../../../shared/ConfirmDialog.tsx'
import { FormDialog } from '../../../../shared/FormDialog.tsx'
import { reasonField } from '../../../../shared/formLabels.ts'
import { useForm } from '../../../../shared/useForm.ts'
import { TextArea } from '../../../../ui/TextField.tsx'
import { DateTime } from '../../../../ui/Time.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { Sandbox } from './types.ts'
import { useUndoDeletion } from './useUndoDeletion.ts'

interface LeaseDialogProps {
  sandbox: Sandbox
  onOpenChange: (open: boolean) => void
}
const minLength = 3

export function FreezeDialog({ sandbox, onOpenChange }: LeaseDialogProps) {
  const freeze = useCall('freezeSandbox', ['sandbox', 'sandboxAction'])
  const [reason, setReason] = useState('')
  const reasonProblem = reason.trim().length < minLength ? 'Enter a reason. All members can see it.' : undefined
  const form = useForm(freeze, { reason: reasonProblem }, async () => {
    await freeze.mutateAsync({ params: { id: sandbox.id }, body: { reason: reason.trim() }, headers: ifMatch(sandbox.version) })
    toast.ok(`Freezing ${sandbox.name}`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Freeze ${sandbox.name}?`}
      description="Compute and access stop, and all data is kept. The lease continues, and you can resume the sandbox later."
      action={sandboxPageLabels.freeze}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea label={reasonField.label} maxLength={1_000} rows={2} {...form.text('reason', reason, setReason)} />
    </FormDialog>
  )
}

/** Only administrators can resume a sandbox without remaining budget, with a reason. */
export function ResumeDialog({ sandbox, onOpenChange }: LeaseDialogProps) {
  const resumeSandbox = useCall('resumeSandbox', ['sandbox', 'sandboxAction'])
  const isSpent = sandbox.budget.percent >= 100
  const [reason, setReason] = useState('')
  const reasonProblem = isSpent && reason.trim().length < minLength ? 'Enter a reason, because the budget is used up.' : undefined
  const form = useForm(resumeSandbox, { reason: reasonProblem }, async () => {
    const body = reason.trim() ? { reason: reason.trim() } : {}
    await resumeSandbox.mutateAsync({ params: { id: sandbox.id }, body, headers: ifMatch(sandbox.version) })
    toast.ok(`Resuming ${sandbox.name}`, { description: 'Access is restored and compute is starting.' })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Resume ${sandbox.name}?`}
      description={`This restores access and starts compute, which costs money.${isSpent ? ' The budget is used up.' : ''}`}
      action={sandboxPageLabels.resume}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea label={reasonField.label} optional={!isSpent} maxLength={1_000} rows={2} {...form.text('reason', reason, setReason)} />
    </FormDialog>
  )
}

export function UndoDeletionDialog({ sandbox, onOpenChange }: LeaseDialogProps) {
  const undo = useUndoDeletion()
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={`Undo the deletion of ${sandbox.name}?`}
      confirmLabel={sandboxPageLabels.undo}
      onConfirm={() => undo(sandbox)}
    >
      <p>This restores the sandbox as it was, with its members and compute.</p>
      {sandbox.lease.end && (
        <p>
          The lease wasn’t extended and ends <DateTime at={sandbox.lease.end} />.
        </p>
      )}
    </ConfirmDialog>
  )
}
