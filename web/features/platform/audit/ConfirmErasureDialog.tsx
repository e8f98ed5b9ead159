import { useState } from 'react'
import { useCall } from '../../../api/useCall.ts'
import { ConfirmationField } from '../../../shared/ConfirmationField.tsx'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { StepUpHint } from '../../../shared/StepUpHint.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { toast } from '../../../ui/Toast.tsx'
import { erasureLabels } from './auditLabels.ts'
import type { Erasure } from './types.ts'

export function ConfirmErasureDialog({ erasure, onClose }: { erasure: Erasure; onClose: () => void }) {
  const confirm = useCall('confirmAuditErasure', ['auditErasure'])
  const [typed, setTyped] = useState('')
  const name = erasure.person.displayName ?? erasure.person.id
  const form = useForm(confirm, { typed: typed === name ? undefined : 'The names don’t match.' }, async () => {
    await confirm.mutateAsync({ params: { id: erasure.id } })
    toast.ok('Personal data erased')
    onClose()
  })
  return (
    <FormDialog
      title={`Erase the data of ${name}`}
      description={`Requested by ${erasure.requestedBy}: ${erasure.reason} You can’t undo this.`}
      action={erasureLabels.confirm}
      variant="danger"
      aside={<StepUpHint needed={!form.problem} />}
      form={form}
      onClose={onClose}
    >
      <ConfirmationField expected={name} {...form.text('typed', typed, setTyped)} />
    </FormDialog>
  )
}
