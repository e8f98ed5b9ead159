import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { SandboxHost } from '../sandboxes/types.ts'

const shortest = 10
const says: Record<string, string> = {
  quarantined: 'Cleaning it up failed three times. Look at it in Azure first: nothing of the last sandbox may be left in it.',
  resting: 'It rests so that Azure can settle what was in it. Names that were used in it may still be taken.',
  retired: 'It takes sandboxes again, and whoever waits may be given room in it at once.',
}

/** Reopening a host needs a reason. */
export function OpenHostDialog({ host, onOpenChange }: { host: SandboxHost; onOpenChange: (open: boolean) => void }) {
  const update = useCall('updateSandboxHost', ['sandboxHost', 'sandboxTemplate', 'sandbox'])
  const [reason, setReason] = useState('')
  const short = reason.trim().length < shortest ? 'Say in a few words what you looked at.' : undefined
  const form = useForm(update, { note: short }, async () => {
    await update.mutateAsync({
      params: { id: host.id },
      body: { status: 'available', note: reason.trim() },
      headers: ifMatch(host.version),
    })
    toast.ok(`${host.name} takes sandboxes again`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Bring ${host.name} back into use?`}
      description={says[host.status]}
      action="Bring it back"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label="Why is it fit again?"
        name="note"
        hint="Kept as the note beside it."
        maxLength={1000}
        value={reason}
        error={form.errorOf('note')}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
