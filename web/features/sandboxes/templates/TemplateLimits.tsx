import { MoneyField, NumberField } from '../../../ui/NumberField.tsx'
import { describeSpan } from '../sandboxes/labels.ts'
import { templateFormLabels } from './templateLabels.ts'
import type { TemplatePartProps } from './templatePart.ts'

export function TemplateLimits({ draft, change, errorOf }: TemplatePartProps) {
  const hours = (value: number | null) => (value && value >= 24 ? `hours (${describeSpan(value)})` : 'hours')
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <MoneyField
        label={templateFormLabels.maxBudget}
        name="maxBudget"
        currency={draft.currency}
        value={draft.maxBudget}
        error={errorOf('maxBudget')}
        onChange={(maxBudget) => change({ maxBudget })}
      />
      <MoneyField
        label="Default budget"
        name="defaultBudget"
        currency={draft.currency}
        value={draft.defaultBudget}
        error={errorOf('defaultBudget')}
        onChange={(defaultBudget) => change({ defaultBudget })}
      />
      <NumberField
        label={templateFormLabels.maxDuration}
        name="maxHours"
        suffix={hours(draft.maxHours)}
        min={1}
        max={8760}
        value={draft.maxHours}
        error={errorOf('maxHours')}
        onChange={(maxHours) => change({ maxHours })}
      />
      <NumberField
        label={templateFormLabels.defaultDuration}
        name="defaultHours"
        suffix={hours(draft.defaultHours)}
        min={1}
        max={8760}
        value={draft.defaultHours}
        error={errorOf('defaultHours')}
        onChange={(defaultHours) => change({ defaultHours })}
      />
      <NumberField
        label="Maximum extensions"
        name="maxExtensions"
        suffix={draft.maxExtensions === 1 ? 'extension' : 'extensions'}
        min={0}
        max={10}
        value={draft.maxExtensions}
        error={errorOf('maxExtensions')}
        onChange={(maxExtensions) => change({ maxExtensions })}
      />
      <NumberField
        label="Hours per extension"
        name="extensionHours"
        suffix={hours(draft.extensionHours)}
        min={1}
        max={8760}
        value={draft.extensionHours}
        error={errorOf('extensionHours')}
        onChange={(extensionHours) => change({ extensionHours })}
      />
      <NumberField
        label="Maximum members"
        name="maxMembers"
        suffix="people"
        min={1}
        max={500}
        value={draft.maxMembers}
        error={errorOf('maxMembers')}
        onChange={(maxMembers) => change({ maxMembers })}
      />
      <NumberField
        label="Sandboxes per person"
        name="maxPerPerson"
        suffix="at a time"
        min={1}
        max={20}
        value={draft.maxPerPerson}
        error={errorOf('maxPerPerson')}
        onChange={(maxPerPerson) => change({ maxPerPerson })}
      />
    </div>
  )
}
