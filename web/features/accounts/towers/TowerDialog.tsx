import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { differing } from '../../../shared/differing.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'

/** Adds a tower, or changes one. */
export function TowerDialog({ tower, onOpenChange }: { tower: CallResult<'getTower'> | undefined; onOpenChange: (open: boolean) => void }) {
  const create = useCall('createTower', ['tower'])
  const update = useCall('updateTower', ['tower', 'family', 'account'])
  const [name, setName] = useState(tower?.name ?? '')
  const [code, setCode] = useState(tower?.code ?? '')
  const [description, setDescription] = useState(tower?.description ?? '')
  const [costCentre, setCostCentre] = useState(tower?.costCentre ?? '')
  const [leads, setLeads] = useState<Person[]>(tower?.leads ?? [])
  const wrong = {
    name: name.trim().length < 2 ? 'Give it a name of at least two letters.' : undefined,
    code: /^[A-Z]{2,8}$/.test(code) ? undefined : 'Two to eight capital letters, such as COMM.',
    leadIds: leads.length === 0 || leads.length > 10 ? 'Name one to ten people who lead it.' : undefined,
  }

  const form = useForm(tower ? update : create, wrong, async () => {
    const body = {
      name: name.trim(),
      code,
      description: description.trim(),
      costCentre: costCentre.trim(),
      leadIds: leads.map(({ id }) => id),
    }
    if (tower) {
      const changes = differing(
        {
          name: tower.name,
          code: tower.code,
          description: tower.description,
          costCentre: tower.costCentre,
          leadIds: tower.leads.map(({ id }) => id),
        },
        body,
      )
      if (Object.keys(changes).length > 0)
        await update.mutateAsync({ params: { id: tower.id }, body: changes, headers: ifMatch(tower.version) })
    } else await create.mutateAsync({ body })
    toast.ok(tower ? `${body.name} is changed` : `${body.name} is added`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={tower ? `Edit ${tower.name}` : 'New tower'}
      action={tower ? 'Save changes' : 'Add tower'}
      className="space-y-5"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <TextField
          label="Name"
          name="name"
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={form.errorOf('name')}
        />
        <TextField
          label="Code"
          name="code"
          maxLength={8}
          mono
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value.toUpperCase())}
          error={form.errorOf('code')}
        />
      </div>
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
        label="Leads"
        name="leadIds"
        hint="They decide on new accounts of the tower."
        value={leads}
        onChange={setLeads}
        error={form.errorOf('leadIds')}
      />
      <TextField
        label="Cost centre"
        name="costCentre"
        optional
        spellCheck={false}
        className="sm:w-60"
        value={costCentre}
        onChange={(event) => setCostCentre(event.target.value)}
        error={form.errorOf('costCentre')}
      />
    </FormDialog>
  )
}
