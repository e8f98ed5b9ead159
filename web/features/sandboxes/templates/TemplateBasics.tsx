import { Box, CreditCard } from 'lucide-react'
import { wordFor } from '../../../shared/words.ts'
import { Checkbox, RadioCards, Switch } from '../../../ui/Choice.tsx'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { TypesField } from './TypesField.tsx'
import type { TemplatePartProps } from './templatePart.ts'

const hostings = [
  {
    value: 'resourceGroup',
    label: 'A resource group',
    hint: 'In a shared subscription. Ready at once, and there is room for many.',
    icon: Box,
  },
  {
    value: 'subscription',
    label: 'A subscription of its own',
    hint: 'Out of the pool. For what needs the whole subscription; there are few.',
    icon: CreditCard,
  },
]
const visibilities = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'groups', label: 'Members of some groups' },
  { value: 'hidden', label: 'Administrators only' },
]
const regions = ['uksouth', 'ukwest', 'northeurope', 'westeurope', 'francecentral', 'germanywestcentral', 'swedencentral']

export function TemplateBasics({ draft, change, errorOf }: TemplatePartProps) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        maxLength={50}
        value={draft.name}
        error={errorOf('name')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextArea
        label="What is it for?"
        name="description"
        optional
        hint="People choose by it. Say what one can try in it."
        maxLength={1000}
        rows={2}
        value={draft.description}
        error={errorOf('description')}
        onChange={(event) => change({ description: event.target.value })}
      />
      <RadioCards
        label="Where it lives"
        name="hosting"
        options={hostings}
        value={draft.hosting}
        error={errorOf('hosting')}
        onChange={(hosting) => change({ hosting: hosting as typeof draft.hosting })}
      />
      <FieldGroup label="Regions" name="regions" error={errorOf('regions')}>
        <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-3">
          {[...new Set([...regions, ...draft.regions])].map((region) => (
            <Checkbox
              key={region}
              label={wordFor('region', region)}
              checked={draft.regions.includes(region)}
              onChange={(event) =>
                change({ regions: event.target.checked ? [...draft.regions, region] : draft.regions.filter((one) => one !== region) })
              }
            />
          ))}
        </div>
      </FieldGroup>
      <TypesField
        value={draft.allowedResourceTypes}
        error={errorOf('allowedResourceTypes')}
        onChange={(allowedResourceTypes) => change({ allowedResourceTypes })}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Select
          label="Who sees it"
          name="visibility"
          options={visibilities}
          value={draft.visibility}
          error={errorOf('visibility')}
          onChange={(visibility) => change({ visibility: visibility as typeof draft.visibility })}
        />
        <div className="sm:pt-7">
          <Switch
            label="On offer"
            hint="Off: nobody can ask for it; those that live go on."
            checked={draft.enabled}
            onChange={(event) => change({ enabled: event.target.checked })}
          />
        </div>
      </div>
      {draft.visibility === 'groups' && (
        <TextArea
          label="Groups whose members see it"
          name="visibleTo"
          hint="Object ids of groups in the directory, one a line."
          rows={2}
          spellCheck={false}
          value={draft.visibleTo.join('\n')}
          error={errorOf('visibleTo')}
          onChange={(event) => change({ visibleTo: event.target.value.split(/[\s,;]+/).filter(Boolean) })}
        />
      )}
    </>
  )
}
