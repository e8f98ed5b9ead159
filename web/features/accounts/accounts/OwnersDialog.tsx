import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountOwnerLimits } from '../../../../client/ownerLimits.ts'
import type { CallResult } from '../../../api/client.ts'
import { getMe } from '../../../api/queries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { accountFieldLabels } from '../../../shared/accountFieldLabels.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { PersonPicker } from '../../../shared/PersonPicker.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { accountActionLabels, problemLabels } from './labels.ts'

export function OwnersDialog({
  account: currentAccount,
  onOpenChange,
}: {
  account: CallResult<'getAccount'>
  onOpenChange: (open: boolean) => void
}) {
  // The form keeps the account as it was opened, so that live updates don’t change the base of the edits.
  const [account] = useState(currentAccount)
  const currentUser = useQuery(getMe()).data
  const isMine = account.owners.some(({ id }) => id === currentUser?.id)
  const asOwner = useCall('updateMyAccountOwners', ['account'])
  const updateAsAdmin = useCall('adminUpdateAccountOwners', ['account'])
  const save = isMine ? asOwner : updateAsAdmin
  const [owners, setOwners] = useState(account.owners)
  const tooFewMessage = owners.length < accountOwnerLimits.min ? problemLabels.fewOwners : undefined
  const tooManyMessage = owners.length > accountOwnerLimits.max ? 'Choose at most ten owners.' : undefined
  const isLeaving = isMine && !owners.some(({ id }) => id === currentUser?.id)
  const isUnchanged = owners.length === account.owners.length && owners.every(({ id }, index) => id === account.owners[index]?.id)
  const form = useForm(save, { ownerIds: tooFewMessage ?? tooManyMessage }, async () => {
    if (isUnchanged) return
    const ownerIds = owners.map(({ id }) => id)
    await save.mutateAsync({ params: { id: account.id }, body: { ownerIds }, headers: ifMatch(account.version) })
    toast.ok(accountActionLabels.ownersUpdated(account.name))
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={accountActionLabels.editOwners}
      description={`Owners of ${account.name} can see and change the account and decide who gets access.`}
      action="Save owners"
      disabledReason={isUnchanged ? 'There are no changes to save.' : undefined}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <PersonPicker
        label={accountFieldLabels.owners}
        name="ownerIds"
        hint="Two to ten people. The first owner is contacted first."
        value={owners}
        onChange={(people) => setOwners(people)}
        error={tooManyMessage ?? form.errorOf('ownerIds')}
      />
      {isLeaving && (
        <Banner tone="warn" title="You’re removing yourself as an owner">
          You’ll lose access to its budget and network, and you can’t change the account. Only an owner or administrator can add you again.
        </Banner>
      )}
    </FormDialog>
  )
}
