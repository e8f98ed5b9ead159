import { sandboxBudget } from '../../../shared/budgetLimits.ts'
import { draftFields } from '../../../shared/draftFields.ts'
import { SpanField } from '../../../shared/SpanField.tsx'
import { MoneyField, NumberField } from '../../../ui/NumberField.tsx'
import { templateFormLabels } from './templateLabels.ts'
import type { TemplatePartProps } from './templatePart.ts'

export function TemplateLimits({ draft, change, errorOf }: TemplatePartProps) {
  const { field } = draftFields({ draft, change, errorOf })
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <MoneyField label={templateFormLabels.maxBudget} currency={draft.currency} {...sandboxBudget} {...field('maxBudget')} />
      <MoneyField label="Default budget" currency={draft.currency} {...sandboxBudget} {...field('defaultBudget')} />
      <SpanField label={templateFormLabels.maxDuration} min={1} max={8760} {...field('maxHours')} />
      <SpanField label={templateFormLabels.defaultDuration} min={1} max={8760} {...field('defaultHours')} />
      <NumberField
        label="Maximum extensions"
        suffix={draft.maxExtensions === 1 ? 'extension' : 'extensions'}
        min={0}
        max={10}
        {...field('maxExtensions')}
      />
      <SpanField label="Duration per extension" min={1} max={8760} {...field('extensionHours')} />
      <NumberField label="Maximum members" suffix="people" min={1} max={500} {...field('maxMembers')} />
      <NumberField label="Sandboxes per person" suffix="at a time" min={1} max={20} {...field('maxPerPerson')} />
    </div>
  )
}
