import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import type { ViewSearch } from '../../../shared/listSearch.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { viewLabels } from './labels.ts'
import { contentOf, type SavedView } from './viewAddress.ts'

export function ViewDialog({
  view,
  search,
  known: { towers, can },
  onSaved,
  onOpenChange,
}: {
  view: SavedView | undefined
  search: ViewSearch
  known: CallResult<'listViews'>
  onSaved: (view: SavedView) => void
  onOpenChange: (open: boolean) => void
}) {
  const create = useCall('createView', ['view'])
  const update = useCall('updateView', ['view'])
  const [name, setName] = useState(view?.name ?? '')
  const [sharing, setSharing] = useState(view?.tower?.id ?? view?.sharedWith ?? 'private')
  const missing = name.trim() === '' ? viewLabels.nameMissing : undefined
  // A tower that the reader has left stays a choice while the view is shared with it.
  const known = view?.tower && !towers.some(({ id }) => id === view.tower?.id) ? [...towers, view.tower] : towers

  const form = useForm(view ? update : create, { name: missing }, async () => {
    const tower = known.find(({ id }) => id === sharing)
    const sharedWith: SavedView['sharedWith'] = tower ? 'tower' : sharing === 'everyone' ? 'everyone' : 'private'
    const shared = { sharedWith, towerId: tower?.id ?? null }
    const saved = view
      ? await update.mutateAsync({ params: { id: view.id }, body: { name: name.trim(), ...shared }, headers: ifMatch(view.version) })
      : await create.mutateAsync({ body: { screen: 'accounts', name: name.trim(), ...shared, ...contentOf(search) } })
    toast.ok(view ? viewLabels.updated(saved.name) : `${saved.name} saved`)
    onSaved(saved)
    onOpenChange(false)
  })
  return (
    <FormDialog
      size="sm"
      title={view ? 'Rename or share' : 'Save view'}
      description={view ? undefined : 'Saves the current filters, sort order and columns.'}
      action={view ? viewLabels.saveChanges : viewLabels.save}
      className="space-y-5"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextField label={viewLabels.name} maxLength={64} {...form.text('name', name, setName)} />
      <Select
        label={viewLabels.sharedWith}
        name="sharedWith"
        hint="Other people can open the view and save a copy. Only you and administrators can change the view."
        value={sharing}
        onChange={setSharing}
        options={[
          { value: 'private', label: 'Only me' },
          ...known.map((tower) => ({ value: tower.id, label: viewLabels.everyoneIn(tower.name) })),
          {
            value: 'everyone',
            label: 'Everyone',
            ...(can['shareWithEveryone'] !== true && { disabledReason: String(can['shareWithEveryone']) }),
          },
        ]}
        error={form.errorOf('towerId') ?? form.errorOf('sharedWith')}
      />
    </FormDialog>
  )
}
