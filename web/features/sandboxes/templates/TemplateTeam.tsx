import { NumberField } from '../../../ui/NumberField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { Rows } from './Rows.tsx'
import type { TemplatePartProps } from './templatePart.ts'

const roles = [
  { value: 'Reader', label: 'Reader' },
  { value: 'Contributor', label: 'Contributor' },
  { value: 'Owner', label: 'Owner' },
]

export function TemplateTeam({ draft, change, errorOf }: TemplatePartProps) {
  return (
    <>
      <Rows
        legend="Groups"
        hint="Each sandbox gets these groups. Owners of the sandbox join the first group."
        name="groups"
        what="group"
        least={1}
        max={4}
        rows={draft.groups}
        error={errorOf('groups')}
        another={() => ({ suffix: '', role: 'Reader' as const })}
        onChange={(groups) => change({ groups })}
      >
        {(row, set, index) => (
          <>
            <TextField
              label={index === 0 ? 'Name of owner group' : 'Name'}
              className="min-w-40 flex-1"
              maxLength={16}
              spellCheck={false}
              value={row.suffix}
              onChange={(event) => set({ suffix: event.target.value.toLowerCase() })}
            />
            <Select
              label="Role"
              className="w-40"
              options={roles}
              value={row.role}
              onChange={(role) => set({ role: role as typeof row.role })}
            />
          </>
        )}
      </Rows>
      <Rows
        legend="Typical use"
        hint="We estimate the typical cost of a request from these resources at current prices. They don’t limit what people can run."
        name="typicalUse"
        what="resource"
        least={0}
        max={10}
        rows={draft.typicalUse}
        error={errorOf('typicalUse')}
        another={() => ({ name: '', resourceType: '', sku: '', count: 1, share: 100 })}
        onChange={(typicalUse) => change({ typicalUse })}
      >
        {(row, set) => (
          <div className="grid min-w-0 flex-1 basis-64 gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1fr)] 2xl:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1fr)_6.5rem_8rem]">
            <TextField
              label="Name"
              maxLength={60}
              placeholder="Small VM"
              value={row.name}
              onChange={(event) => set({ name: event.target.value })}
            />
            <TextField
              label="Resource type"
              maxLength={120}
              spellCheck={false}
              placeholder="Microsoft.Compute/virtualMachines"
              value={row.resourceType}
              onChange={(event) => set({ resourceType: event.target.value })}
            />
            <TextField
              label="Size"
              maxLength={60}
              spellCheck={false}
              placeholder="Standard_B2s"
              value={row.sku}
              onChange={(event) => set({ sku: event.target.value })}
            />
            <NumberField label="Count" min={1} max={100} value={row.count} onChange={(count) => set({ count: count ?? 1 })} />
            <NumberField
              label="Share of time"
              suffix="%"
              min={1}
              max={100}
              value={row.share}
              onChange={(share) => set({ share: share ?? 1 })}
            />
          </div>
        )}
      </Rows>
    </>
  )
}
