import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { differing } from '../../../shared/differing.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'

/** Adds a family, or changes one. */
export function FamilyDialog({
  family,
  towers,
  startTower,
  onOpenChange,
}: {
  family: CallResult<'getFamily'> | undefined
  towers: readonly { id: string; name: string }[]
  startTower: string | undefined
  onOpenChange: (open: boolean) => void
}) {
  const create = useCall('createFamily', ['family', 'tower'])
  const update = useCall('updateFamily', ['family', 'tower', 'account'])
  const [name, setName] = useState(family?.name ?? '')
  const [towerId, setTowerId] = useState(family?.tower.id ?? startTower ?? null)
  const [description, setDescription] = useState(family?.description ?? '')
  const [owners, setOwners] = useState<Person[]>(family?.owners ?? [])
  const wrong = {
    name: name.trim().length < 2 ? 'Give it a name of at least two letters.' : undefined,
    towerId: towerId ? undefined : 'Choose the tower.',
    ownerIds: owners.length === 0 || owners.length > 10 ? 'Name one to ten people who own it.' : undefined,
  }
  const moves = family && towerId !== family.tower.id && family.counts.accounts > 0

  const form = useForm(family ? update : create, wrong, async () => {
    if (!towerId) return
    const body = { name: name.trim(), towerId, description: description.trim(), ownerIds: owners.map(({ id }) => id) }
    if (family) {
      const changes = differing(
        { name: family.name, towerId: family.tower.id, description: family.description, ownerIds: family.owners.map(({ id }) => id) },
        body,
      )
      if (Object.keys(changes).length > 0)
        await update.mutateAsync({ params: { id: family.id }, body: changes, headers: ifMatch(family.version) })
    } else await create.mutateAsync({ body })
    toast.ok(family ? `${body.name} is changed` : `${body.name} is added`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={family ? `Edit ${family.name}` : 'New family'}
      action={family ? 'Save changes' : 'Add family'}
      className="space-y-5"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="Name"
          name="name"
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={form.errorOf('name')}
        />
        <Select
          label="Tower"
          name="towerId"
          value={towerId}
          onChange={setTowerId}
          options={towers.map((tower) => ({ value: tower.id, label: tower.name }))}
          error={form.errorOf('towerId')}
        />
      </div>
      {moves && (
        <Banner tone="warn" title={`${count(family.counts.accounts, 'account')} move with it`}>
          From then on the leads of the other tower decide on its new accounts.
        </Banner>
      )}
      <TextArea
        label="Description"
        name="description"
        optional
        maxLength={1000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        error={form.errorOf('description')}
      />
      <PersonPicker
        label="Owners"
        name="ownerIds"
        hint="They decide first on new accounts of the family."
        value={owners}
        onChange={setOwners}
        error={form.errorOf('ownerIds')}
      />
    </FormDialog>
  )
}
