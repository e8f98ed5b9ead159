import { useState } from 'react'
import { problemOf } from '../../../../api/problem.ts'
import { ifMatch, useCall } from '../../../../api/useCall.ts'
import { FormDialog } from '../../../../shared/FormDialog.tsx'
import { useForm } from '../../../../shared/useForm.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { TextArea } from '../../../../ui/TextField.tsx'
import { DateTime } from '../../../../ui/Time.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import type { Sandbox } from './types.ts'

interface MoveDialogProps {
  sandbox: Sandbox
  onOpenChange: (open: boolean) => void
}
const shortest = 3

export function FreezeDialog({ sandbox, onOpenChange }: MoveDialogProps) {
  const freeze = useCall('freezeSandbox', ['sandbox', 'sandboxAction'])
  const [reason, setReason] = useState('')
  const short = reason.trim().length < shortest ? 'Say why: everybody in it reads it.' : undefined
  const form = useForm(freeze, { reason: short }, async () => {
    await freeze.mutateAsync({ params: { id: sandbox.id }, body: { reason: reason.trim() }, headers: ifMatch(sandbox.version) })
    toast.ok(`${sandbox.name} is being frozen`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Freeze ${sandbox.name}?`}
      description="Machines are stopped and nobody reaches it. Everything in it is kept, its time runs on, and thawing brings all back as it was."
      action="Freeze"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label="Why"
        name="reason"
        maxLength={1_000}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={form.errorOf('reason')}
      />
    </FormDialog>
  )
}

/** Only administrators can resume a sandbox without remaining budget, with a reason. */
export function ThawDialog({ sandbox, onOpenChange }: MoveDialogProps) {
  const thaw = useCall('thawSandbox', ['sandbox', 'sandboxAction'])
  const spent = sandbox.budget.spent >= sandbox.budget.limit
  const [reason, setReason] = useState('')
  const short = spent && reason.trim().length < shortest ? 'Say why it should go on although its budget is used up.' : undefined
  const form = useForm(thaw, { reason: short }, async () => {
    const body = reason.trim() ? { reason: reason.trim() } : {}
    await thaw.mutateAsync({ params: { id: sandbox.id }, body, headers: ifMatch(sandbox.version) })
    toast.ok(`${sandbox.name} goes on`, { description: 'What was stopped is being started again.' })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Thaw ${sandbox.name}?`}
      description={`Access comes back, and what was stopped is started again: it costs money from then on.${spent ? ' Its budget is used up.' : ''}`}
      action="Thaw"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label="Why"
        name="reason"
        optional={!spent}
        maxLength={1_000}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={form.errorOf('reason')}
      />
    </FormDialog>
  )
}

export function TakeBackDialog({ sandbox, onOpenChange }: MoveDialogProps) {
  const takeBack = useCall('takeBackSandbox', ['sandbox', 'sandboxAction'])
  const confirm = async () => {
    await takeBack.mutateAsync({ params: { id: sandbox.id }, headers: ifMatch(sandbox.version) }).catch((error: unknown) => {
      throw new Error(problemOf(error).message)
    })
    toast.ok(`${sandbox.name} is not deleted`)
  }
  return (
    <ConfirmDialog open onOpenChange={onOpenChange} title={`Take ${sandbox.name} back?`} confirmLabel="Take it back" onConfirm={confirm}>
      <p>It is again as it was before: what was stopped is started, and everybody who was in it is in it.</p>
      {sandbox.lease.end && (
        <p>
          Its time did not stop: it ends <DateTime at={sandbox.lease.end} />.
        </p>
      )}
    </ConfirmDialog>
  )
}
