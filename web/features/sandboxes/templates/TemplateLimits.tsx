import { draftFields } from '../../../shared/draftFields.ts'
import { MoneyField, NumberField } from '../../../ui/NumberField.tsx'
import { describeSpan } from '../sandboxes/labels.ts'
import { templateFormLabels } from './templateLabels.ts'
import type { TemplatePartProps } from './templatePart.ts'

export function TemplateLimits({ draft, change, errorOf }: TemplatePartProps) {
  const { field } = draftFields({ draft, change, errorOf })
  const hours = (value: number | null) => (value && value >= 24 ? `hours (${describeSpan(value)})` : 'hours')
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <MoneyField label={templateFormLabels.maxBudget} currency={draft.currency} {...field('maxBudget')} />
      <MoneyField label="Default budget" currency={draft.currency} {...field('defaultBudget')} />
      <NumberField label={templateFormLabels.maxDuration} suffix={hours(draft.maxHours)} min={1} max={8760} {...field('maxHours')} />
      <NumberField
        label={templateFormLabels.defaultDuration}
        suffix={hours(draft.defaultHours)}
        min={1}
        max={8760}
        {...field('defaultHours')}
      />
      <NumberField
        label="Maximum extensions"
        suffix={draft.maxExtensions === 1 ? 'extension' : 'extensions'}
        min={0}
        max={10}
        {...field('maxExtensions')}
      />
      <NumberField label="Duration per extension" suffix={hours(draft.extensionHours)} min={1} max={8760} {...field('extensionHours')} />
      <NumberField label="Maximum members" suffix="people" min={1} max={500} {...field('maxMembers')} />
      <NumberField label="Sandboxes per person" suffix="at a time" min={1} max={20} {...field('maxPerPerson')} />
    </div>
  )
}
