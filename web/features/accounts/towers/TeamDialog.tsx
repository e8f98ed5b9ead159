import { type ReactNode, useState } from 'react'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { rowActionLabels } from '../../../shared/rowActionLabels.ts'
import { type FormState, useForm } from '../../../shared/useForm.ts'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { createLabels, type Team, teamLabels } from './labels.ts'

type Fields = (errorOf: FormState['errorOf']) => ReactNode

interface TeamDialogProps {
  what: Team
  team: { name: string; description: string; people: Person[] } | undefined
  people: { label: string; name: string; hint: string }
  wrong: Record<string, string | undefined>
  call: Parameters<typeof useForm>[0]
  save: (team: { name: string; description: string }, personIds: string[]) => Promise<unknown>
  /** The fields beside the name; `after` renders the fields below the common ones. */
  initialFields: Fields
  columns: string
  note?: ReactNode
  after?: Fields
  onOpenChange: (open: boolean) => void
}

export function TeamDialog({ what, team, people, wrong, call, save, initialFields, columns, note, after, onOpenChange }: TeamDialogProps) {
  const [name, setName] = useState(team?.name ?? '')
  const [description, setDescription] = useState(team?.description ?? '')
  const [selected, setSelected] = useState<Person[]>(team?.people ?? [])
  const localErrors = {
    name: name.trim().length < 2 ? 'Enter a name of at least 2 characters.' : undefined,
    [people.name]: selected.length === 0 || selected.length > 10 ? teamLabels.tooFewPeople(people.label) : undefined,
  }
  const form = useForm(call, { ...localErrors, ...wrong }, async () => {
    await save(
      { name: name.trim(), description: description.trim() },
      selected.map(({ id }) => id),
    )
    toast.ok(`${name.trim()} ${team ? 'updated' : 'created'}`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={team ? rowActionLabels.edit(team.name) : createLabels[what]}
      action={team ? 'Save changes' : createLabels[what]}
      className="space-y-5"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <div className={`grid items-start gap-5 ${columns}`}>
        <TextField label={teamLabels.name} maxLength={64} {...form.text('name', name, setName)} />
        {initialFields(form.errorOf)}
      </div>
      {note}
      <TextArea label="Description" optional maxLength={1000} {...form.text('description', description, setDescription)} />
      <PersonPicker
        label={people.label}
        name={people.name}
        hint={people.hint}
        value={selected}
        onChange={setSelected}
        error={form.errorOf(people.name)}
      />
      {after?.(form.errorOf)}
    </FormDialog>
  )
}
