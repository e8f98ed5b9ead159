import { Box, CreditCard } from 'lucide-react'
import { draftFields } from '../../../shared/draftFields.ts'
import { labelFor } from '../../../shared/labels.ts'
import { Checkbox, RadioCards, Switch } from '../../../ui/Checkbox.tsx'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { hostingLabels } from '../sandboxes/labels.ts'
import { TypesField } from './TypesField.tsx'
import { templateFormLabels } from './templateLabels.ts'
import type { TemplatePartProps } from './templatePart.ts'

const hostings = [
  {
    value: 'resourceGroup',
    label: hostingLabels.resourceGroup,
    hint: 'In a shared subscription. Quick to set up, with capacity for many sandboxes.',
    icon: Box,
  },
  {
    value: 'subscription',
    label: hostingLabels.subscription,
    hint: 'From the pool, with limited capacity. For tests that need a whole subscription.',
    icon: CreditCard,
  },
]
const visibilities = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'groups', label: 'Some groups only' },
  { value: 'hidden', label: 'Administrators only' },
]
const regions = ['uksouth', 'ukwest', 'northeurope', 'westeurope', 'francecentral', 'germanywestcentral', 'swedencentral']

export function TemplateBasics({ draft, change, errorOf }: TemplatePartProps) {
  const { field, text } = draftFields({ draft, change, errorOf })
  return (
    <>
      <TextField label={templateFormLabels.name} maxLength={50} {...text('name')} />
      <TextArea
        label={templateFormLabels.description}
        optional
        hint="Describe what people can try with this template."
        maxLength={1000}
        rows={2}
        {...text('description')}
      />
      <RadioCards label="Hosting" options={hostings} {...field('hosting')} />
      <FieldGroup label="Regions" name="regions" error={errorOf('regions')}>
        <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-3">
          {[...new Set([...regions, ...draft.regions])].map((region) => (
            <Checkbox
              key={region}
              label={labelFor('region', region)}
              checked={draft.regions.includes(region)}
              onChange={(event) =>
                change({ regions: event.target.checked ? [...draft.regions, region] : draft.regions.filter((item) => item !== region) })
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
        <Select label="Visibility" options={visibilities} {...field('visibility')} />
        <div className="sm:pt-7">
          <Switch
            label="Available"
            hint="If off, people can’t request this template. Existing sandboxes continue."
            checked={draft.enabled}
            onChange={(event) => change({ enabled: event.target.checked })}
          />
        </div>
      </div>
      {draft.visibility === 'groups' && (
        <TextArea
          label="Visible to groups"
          name="visibleTo"
          hint="Object IDs of directory groups, one per line."
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
