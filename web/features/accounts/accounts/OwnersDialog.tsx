import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { getMe } from '../../../api/queries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { PersonPicker } from '../../../shared/PersonPicker.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { toast } from '../../../ui/Toast.tsx'

export function OwnersDialog({ account: now, onOpenChange }: { account: CallResult<'getAccount'>; onOpenChange: (open: boolean) => void }) {
  // The form keeps the account as it was at opening, so that live updates don’t change the base of the edits.
  const [account] = useState(now)
  const me = useQuery(getMe()).data
  const isMine = account.owners.some(({ id }) => id === me?.id)
  const asOwner = useCall('updateMyAccountOwners', ['account'])
  const asAdmin = useCall('adminUpdateAccountOwners', ['account'])
  const save = isMine ? asOwner : asAdmin
  const [owners, setOwners] = useState(account.owners)
  const few = owners.length < 2 ? 'Name at least two owners, so that it never depends on one person.' : undefined
  const many = owners.length > 10 ? 'Ten owners at most.' : undefined
  const leaves = isMine && !owners.some(({ id }) => id === me?.id)
  const same = owners.length === account.owners.length && owners.every(({ id }, place) => id === account.owners[place]?.id)
  const form = useForm(save, { ownerIds: few ?? many }, async () => {
    if (same) return
    const ownerIds = owners.map(({ id }) => id)
    await save.mutateAsync({ params: { id: account.id }, body: { ownerIds }, headers: ifMatch(account.version) })
    toast.ok(`${account.name} has new owners`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title="Change owners"
      description={`Owners of ${account.name} see all of it, change it, and decide who gets in.`}
      action="Save owners"
      disabledReason={same ? 'Nothing has changed yet' : undefined}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <PersonPicker
        label="Owners"
        name="ownerIds"
        hint="Two to ten people. The first is asked first."
        value={owners}
        onChange={(people) => setOwners(people)}
        error={many ?? form.errorOf('ownerIds')}
      />
      {leaves && (
        <Banner tone="warn" title="You take yourself off">
          You will no longer see its budget and network, nor change it. An owner or an administrator can put you back.
        </Banner>
      )}
    </FormDialog>
  )
}
