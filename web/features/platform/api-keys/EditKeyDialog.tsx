import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { changedFields } from '../../../shared/changedFields.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { ApiKey } from './types.ts'

export function EditKeyDialog({ apiKey, onOpenChange }: { apiKey: ApiKey; onOpenChange: (open: boolean) => void }) {
  const update = useCall('updateApiKey', ['apiKey'])
  const [name, setName] = useState(apiKey.name)
  // An owner who has left must be replaced.
  const [owner, setOwner] = useState<Person[]>(apiKey.owner.active ? [apiKey.owner] : [])
  const errors = {
    name: name.trim().length < 2 ? 'Enter a name of at least 2 characters.' : undefined,
    ownerId: owner.length === 0 ? 'Choose an owner.' : undefined,
  }
  const form = useForm(update, errors, async () => {
    const changes = changedFields({ name: apiKey.name, ownerId: apiKey.owner.id }, { name: name.trim(), ownerId: owner[0]!.id })
    if (Object.keys(changes).length > 0)
      await update.mutateAsync({ params: { id: apiKey.id }, body: changes, headers: ifMatch(apiKey.version) })
    toast.ok(`${name.trim()} updated`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Edit ${apiKey.name}`}
      description="You can’t change permissions or expiry. Generate a new key instead."
      action="Save changes"
      className="space-y-5"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextField label="Name" maxLength={80} {...form.text('name', name, setName)} />
      <PersonPicker
        label="Owner"
        name="ownerId"
        hint="Responsible for the key. We’ll remind the owner before it expires."
        value={owner}
        onChange={(people) => setOwner(people.slice(-1))}
        error={form.errorOf('ownerId')}
      />
    </FormDialog>
  )
}
