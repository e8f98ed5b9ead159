import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sandboxOwnerLimits } from '../../../../../client/ownerLimits.ts'
import { getMe } from '../../../../api/queries.ts'
import { ifMatch, useCall } from '../../../../api/useCall.ts'
import { FormDialog } from '../../../../shared/FormDialog.tsx'
import { PersonPicker } from '../../../../shared/PersonPicker.tsx'
import { useForm } from '../../../../shared/useForm.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import type { Sandbox } from './types.ts'

export function OwnersDialog({ sandbox: now, onOpenChange }: { sandbox: Sandbox; onOpenChange: (open: boolean) => void }) {
  // The form keeps the owners from when it was opened, because live updates must not change what is being edited.
  const [sandbox] = useState(now)
  const currentUser = useQuery(getMe()).data
  const isMine = sandbox.mine === 'owner'
  const asOwner = useCall('updateSandboxOwners', ['sandbox', 'groupAssignment'])
  const asAdmin = useCall('updateSandboxOwnersAsAdmin', ['sandbox', 'groupAssignment'])
  const save = isMine ? asOwner : asAdmin
  const [owners, setOwners] = useState(sandbox.owners)
  const emptyMessage = owners.length < sandboxOwnerLimits.min ? 'Choose at least one owner.' : undefined
  const tooManyMessage = owners.length > sandboxOwnerLimits.max ? 'Choose up to five owners.' : undefined
  const isLeaving = isMine && !owners.some(({ id }) => id === currentUser?.id)
  const isUnchanged = owners.length === sandbox.owners.length && owners.every(({ id }, index) => id === sandbox.owners[index]?.id)
  const form = useForm(save, { ownerIds: emptyMessage ?? tooManyMessage }, async () => {
    if (isUnchanged) return
    const body = { ownerIds: owners.map(({ id }) => id) }
    await save.mutateAsync({ params: { id: sandbox.id }, body, headers: ifMatch(sandbox.version) })
    toast.ok('Owners updated')
    onOpenChange(false)
  })
  return (
    <FormDialog
      title="Edit owners"
      description={`Owners of ${sandbox.name} grant access, are responsible for its cost, and can extend or delete it.`}
      action="Save owners"
      disabledReason={isUnchanged ? 'There are no changes to save.' : undefined}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <PersonPicker
        label="Owners"
        name="ownerIds"
        hint="One to five people. Lists show the first owner."
        value={owners}
        onChange={(people) => setOwners(people)}
        error={tooManyMessage ?? form.errorOf('ownerIds')}
      />
      {isLeaving && (
        <Banner tone="warn" title="You’re removing yourself as an owner">
          You’ll lose your owner access. An owner or administrator can grant you access again.
        </Banner>
      )}
    </FormDialog>
  )
}
