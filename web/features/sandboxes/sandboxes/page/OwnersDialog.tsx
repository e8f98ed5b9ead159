import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getMe } from '../../../../api/queries.ts'
import { ifMatch, useCall } from '../../../../api/useCall.ts'
import { FormDialog } from '../../../../shared/FormDialog.tsx'
import { PersonPicker } from '../../../../shared/PersonPicker.tsx'
import { useForm } from '../../../../shared/useForm.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import type { Sandbox } from './types.ts'

const most = 5

export function OwnersDialog({ sandbox: now, onOpenChange }: { sandbox: Sandbox; onOpenChange: (open: boolean) => void }) {
  // The form keeps the owners as they were at opening, so that live updates don’t change the base of the edits.
  const [sandbox] = useState(now)
  const me = useQuery(getMe()).data
  const isMine = sandbox.mine === 'owner'
  const asOwner = useCall('updateSandboxOwners', ['sandbox', 'groupAssignment'])
  const asAdmin = useCall('updateSandboxOwnersAsAdmin', ['sandbox', 'groupAssignment'])
  const save = isMine ? asOwner : asAdmin
  const [owners, setOwners] = useState(sandbox.owners)
  const none = owners.length === 0 ? 'Name at least one owner.' : undefined
  const many = owners.length > most ? 'Five owners at most.' : undefined
  const leaves = isMine && !owners.some(({ id }) => id === me?.id)
  const same = owners.length === sandbox.owners.length && owners.every(({ id }, place) => id === sandbox.owners[place]?.id)
  const form = useForm(save, { ownerIds: none ?? many }, async () => {
    if (same) return
    const body = { ownerIds: owners.map(({ id }) => id) }
    await save.mutateAsync({ params: { id: sandbox.id }, body, headers: ifMatch(sandbox.version) })
    toast.ok(`${sandbox.name} has new owners`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title="Change owners"
      description={`Owners of ${sandbox.name} let people in, answer for what it costs, and extend or delete it.`}
      action="Save owners"
      disabledReason={same ? 'Nothing has changed yet' : undefined}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <PersonPicker
        label="Owners"
        name="ownerIds"
        hint="One to five people. The first is asked first."
        value={owners}
        onChange={(people) => setOwners(people)}
        error={many ?? form.errorOf('ownerIds')}
      />
      {leaves && (
        <Banner tone="warn" title="You take yourself off">
          The access that comes with owning it ends. An owner or an administrator can let you in again.
        </Banner>
      )}
    </FormDialog>
  )
}
