import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { type ProblemWords, problemOf } from '../../../api/problem.ts'
import { getMe } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { UnmanagedGroup } from './groupsWords.ts'

/** Takes a resource group into management: whose it is and who pays. */
export function GroupsAdoptDialog({
  account,
  group,
  onOpenChange,
}: {
  account: CallResult<'getAccount'>
  group: UnmanagedGroup
  onOpenChange: (open: boolean) => void
}) {
  const me = useQuery(getMe()).data
  const owners = account.owners.filter(({ active }) => active)
  const [chosen, setChosen] = useState<string>()
  const ownerId = chosen ?? (owners.find(({ id }) => id === me?.id) ?? owners[0])?.id ?? null
  const [costCentre, setCostCentre] = useState(account.costCentre)
  const adopt = useCall('adoptResourceGroup', ['accountResources'])
  const [refusal, setRefusal] = useState<ProblemWords>()
  const problem = adopt.error ? problemOf(adopt.error) : refusal
  const submit = async () => {
    if (!ownerId || adopt.isPending) return
    setRefusal(undefined)
    try {
      const body = { costCentre: costCentre.trim(), ownerId }
      const { status, error } = await adopt.mutateAsync({ params: { id: account.id, name: group.name }, body })
      if (error) return setRefusal({ message: error.message, fields: [], requestId: undefined, status: undefined, code: error.code })
      toast.ok(status === 'done' ? `${group.name} adopted` : `Adopting ${group.name}. This takes a moment.`)
    } catch {
      return // shown in the dialog
    }
    onOpenChange(false)
  }
  return (
    <FormDialog
      title={`Adopt ${group.name}`}
      description="It gets the management tag, a cost centre and an owner. What is in it stays as it is, and so do its other tags."
      action="Adopt"
      busy={adopt.isPending}
      disabledReason={ownerId ? undefined : 'The account needs an owner first'}
      problem={problem}
      onSubmit={submit}
      onClose={() => onOpenChange(false)}
    >
      <TextField
        label="Cost centre"
        name="costCentre"
        hint="That of the account, unless another pays for this group"
        value={costCentre}
        onChange={(event) => setCostCentre(event.target.value)}
        error={fieldError(problem, 'costCentre')}
      />
      <Select
        label="Owner"
        name="ownerId"
        hint="Who answers for it: one of the account’s owners"
        value={ownerId}
        onChange={setChosen}
        options={owners.map(({ id, displayName, email }) => ({ value: id, label: displayName, ...(email ? { hint: email } : {}) }))}
        error={fieldError(problem, 'ownerId')}
      />
    </FormDialog>
  )
}
