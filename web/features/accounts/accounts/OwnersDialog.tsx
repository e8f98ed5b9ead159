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
import { accountActionLabels, accountFieldLabels, problemLabels } from './labels.ts'

export function OwnersDialog({ account: now, onOpenChange }: { account: CallResult<'getAccount'>; onOpenChange: (open: boolean) => void }) {
  // The form keeps the account as it was at opening, so that live updates don’t change the base of the edits.
  const [account] = useState(now)
  const me = useQuery(getMe()).data
  const isMine = account.owners.some(({ id }) => id === me?.id)
  const asOwner = useCall('updateMyAccountOwners', ['account'])
  const asAdmin = useCall('adminUpdateAccountOwners', ['account'])
  const save = isMine ? asOwner : asAdmin
  const [owners, setOwners] = useState(account.owners)
  const few = owners.length < 2 ? problemLabels.fewOwners : undefined
  const many = owners.length > 10 ? 'Choose at most ten owners.' : undefined
  const leaves = isMine && !owners.some(({ id }) => id === me?.id)
  const same = owners.length === account.owners.length && owners.every(({ id }, place) => id === account.owners[place]?.id)
  const form = useForm(save, { ownerIds: few ?? many }, async () => {
    if (same) return
    const ownerIds = owners.map(({ id }) => id)
    await save.mutateAsync({ params: { id: account.id }, body: { ownerIds }, headers: ifMatch(account.version) })
    toast.ok(`Owners of ${account.name} updated`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={accountActionLabels.editOwners}
      description={`Owners of ${account.name} can see and change the account and decide who gets access.`}
      action="Save owners"
      disabledReason={same ? 'You haven’t made any changes' : undefined}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <PersonPicker
        label={accountFieldLabels.owners}
        name="ownerIds"
        hint="Two to ten people. The first owner is contacted first."
        value={owners}
        onChange={(people) => setOwners(people)}
        error={many ?? form.errorOf('ownerIds')}
      />
      {leaves && (
        <Banner tone="warn" title="You’re removing yourself as an owner">
          You lose access to its budget and network and can’t change the account. Only an owner or administrator can add you again.
        </Banner>
      )}
    </FormDialog>
  )
}
