import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Erasure } from './types.ts'

/** The second administrator erases the data that another one requested to erase. */
export function ConfirmErasureDialog({ erasure, onClose }: { erasure: Erasure; onClose: () => void }) {
  const confirm = useCall('confirmAuditErasure', ['auditErasure'])
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const name = erasure.person.displayName ?? erasure.person.id
  const submit = async () => {
    setTried(true)
    if (typed !== name || confirm.isPending) return
    try {
      await confirm.mutateAsync({ params: { id: erasure.id } })
    } catch {
      return // shown in the dialog
    }
    toast.ok('Personal data erased')
    onClose()
  }
  return (
    <FormDialog
      title={`Erase the data of ${name}`}
      description={`${erasure.requestedBy} requested it: ${erasure.reason} It can't be undone.`}
      action="Erase permanently"
      variant="danger"
      busy={confirm.isPending}
      problem={confirm.error ? problemOf(confirm.error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={`Type ${name} to continue`}
        name="typed"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={tried && typed !== name ? "The names don't match." : undefined}
      />
    </FormDialog>
  )
}
