import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { useForm } from '../../../shared/useForm.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { SandboxHost } from '../sandboxes/types.ts'
import { hostLabels, shortestNote } from './templateLabels.ts'

const says: Record<Exclude<SandboxHost['status'], 'available'>, string> = {
  quarantined: 'Cleanup failed three times. Check in Azure that no resources of the last sandbox are left.',
  coolingDown: 'The cooling-off period isn’t over. Some names of deleted resources might still be in use.',
  closed: 'The host gets new sandboxes again, starting with the queue.',
}

export function OpenHostDialog({ host, onOpenChange }: { host: SandboxHost; onOpenChange: (open: boolean) => void }) {
  const update = useCall('updateSandboxHost', ['sandboxHost', 'sandboxTemplate', 'sandbox'])
  const [reason, setReason] = useState('')
  const reasonProblem = reason.trim().length < shortestNote ? hostLabels.noteTooShort(shortestNote) : undefined
  const form = useForm(update, { note: reasonProblem }, async () => {
    await update.mutateAsync({
      params: { id: host.id },
      body: { status: 'available', note: reason.trim() },
      headers: ifMatch(host.version),
    })
    toast.ok(`${host.name} reopened`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Reopen ${host.name}?`}
      description={host.status === 'available' ? undefined : says[host.status]}
      action={hostLabels.reopen}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label={reasonField.label}
        hint="This replaces the note of the host."
        maxLength={1000}
        {...form.text('note', reason, setReason)}
      />
    </FormDialog>
  )
}
