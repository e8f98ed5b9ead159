import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { getMe } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { accountFieldLabels } from '../../../shared/accountFieldLabels.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { type UnmanagedGroup, unmanagedLabels } from './groupLabels.ts'

export function GroupsAdoptDialog({
  account,
  group,
  onOpenChange,
}: {
  account: CallResult<'getAccount'>
  group: UnmanagedGroup
  onOpenChange: (open: boolean) => void
}) {
  const currentUser = useQuery(getMe()).data
  const owners = account.owners.filter(({ active }) => active)
  const [selected, setSelected] = useState<string | null>(null)
  const ownerId = selected ?? (owners.find(({ id }) => id === currentUser?.id) ?? owners[0])?.id ?? null
  const [costCentre, setCostCentre] = useState(account.costCentre)
  const adopt = useCall('adoptResourceGroup', ['accountResources'])
  const [error, setError] = useState<Error>()
  const form = useForm({ ...adopt, error: adopt.error ?? error }, {}, async () => {
    if (!ownerId) return
    setError(undefined)
    const body = { costCentre: costCentre.trim(), ownerId }
    const { status, error } = await adopt.mutateAsync({ params: { id: account.id, name: group.name }, body })
    if (error) return setError(new Error(error.message))
    toast.ok(status === 'done' ? `${group.name} adopted` : `Adopting ${group.name}. This takes a moment.`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`${unmanagedLabels.adopt} ${group.name}`}
      description="The resource group gets the management tag, a cost centre and an owner. Its resources and other tags don’t change."
      action={unmanagedLabels.adopt}
      disabledReason={ownerId ? undefined : 'Add an account owner first'}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextField
        label={accountFieldLabels.costCentre}
        hint="Default: the account’s cost centre"
        {...form.text('costCentre', costCentre, setCostCentre)}
      />
      <Select
        label="Owner"
        hint="One of the account owners"
        options={owners.map(({ id, displayName, email }) => ({ value: id, label: displayName, ...(email ? { hint: email } : {}) }))}
        {...form.field('ownerId', ownerId, setSelected)}
      />
    </FormDialog>
  )
}
