import { sandboxBudget } from '../../../shared/budgetLimits.ts'
import { draftFields } from '../../../shared/draftFields.ts'
import { durationLabel } from '../../../shared/formLabels.ts'
import { labelFor } from '../../../shared/labels.ts'
import { PersonPicker } from '../../../shared/PersonPicker.tsx'
import { SpanField } from '../../../shared/SpanField.tsx'
import { count } from '../../../shared/waits.ts'
import type { FieldState } from '../../../ui/Field.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { type Draft, memberGroups, toSandboxName } from './draft.ts'
import { describeSpan } from './labels.ts'
import { Presets } from './Presets.tsx'
import { requestFormLabels } from './pageLabels.ts'
import { budgetPresets, hourPresets } from './presets.ts'
import type { SandboxTemplate } from './types.ts'

interface FormFieldsProps {
  draft: Draft
  template: SandboxTemplate
  towers: readonly { id: string; name: string }[]
  change: (part: Partial<Draft>) => void
  errorOf: (field: string) => string | undefined
  stateOf: (field: string) => FieldState | undefined
}

const roleDescriptions: Record<SandboxTemplate['groups'][number]['role'], string> = {
  Reader: 'view all resources',
  Contributor: 'create and edit resources, but not grant access',
  Owner: 'manage everything, including access',
}

export function FormFields({ draft, template, towers, change, errorOf, stateOf }: FormFieldsProps) {
  const { field, text } = draftFields({ draft, change, errorOf })
  const { currency } = template
  const money = (amount: number) => formatMoney({ amount, currency }, { strip: true })
  const hours = draft.hours
  return (
    <>
      <TextField
        label={requestFormLabels.name}
        name="name"
        hint="Use lowercase letters, digits and hyphens, such as basket-recommender."
        maxLength={60}
        spellCheck={false}
        value={draft.name}
        error={errorOf('name')}
        state={stateOf('name')}
        onChange={(event) => change({ name: toSandboxName(event.target.value) })}
      />
      <TextArea
        label={requestFormLabels.purpose}
        hint="One or two sentences. Approvers and your team can see them."
        maxLength={1000}
        {...text('justification')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <div>
          <SpanField
            label={durationLabel}
            name="hours"
            hint={`Up to ${describeSpan(template.maxHours)}, starting when the sandbox is ready.`}
            min={1}
            max={template.maxHours}
            value={hours}
            error={errorOf('hours')}
            state={stateOf('hours')}
            onChange={(value) => change({ hours: value })}
          />
          <Presets
            label="Common durations"
            options={hourPresets(template).map((value) => ({ value, label: describeSpan(value) }))}
            value={hours}
            onChange={(value) => change({ hours: value })}
          />
        </div>
        <div>
          <MoneyField
            label="Budget"
            hint={`Up to ${money(template.maxBudget)} in total.`}
            min={sandboxBudget.min}
            max={template.maxBudget}
            currency={currency}
            {...field('budget')}
          />
          <Presets
            label="Common budgets"
            options={budgetPresets(template).map((value) => ({ value, label: money(value) }))}
            value={draft.budget}
            onChange={(budget) => change({ budget })}
          />
        </div>
        <Select
          label="Region"
          options={template.regions.map((region) => ({ value: region, label: labelFor('region', region) }))}
          {...field('region')}
        />
        <Select
          label={requestFormLabels.tower}
          options={towers.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="Choose the paying tower"
          {...field('towerId')}
        />
      </div>
      <PersonPicker label="Owners" hint="One to five people who manage access, budget and lease." {...field('owners', 'ownerIds')} />
      {memberGroups(template).map((group, index) => (
        <PersonPicker
          key={group.suffix}
          optional
          label={group.suffix.charAt(0).toLocaleUpperCase() + group.suffix.slice(1)}
          name={index === 0 ? 'members' : `members.${group.suffix}`}
          hint={`${index === 0 ? `Up to ${count(template.maxMembers, 'person', 'people')} in total. ` : ''}They can ${roleDescriptions[group.role] ?? group.role}.`}
          value={draft.members[group.suffix] ?? []}
          error={index === 0 ? errorOf('members') : undefined}
          onChange={(people) => change({ members: { ...draft.members, [group.suffix]: people } })}
        />
      ))}
    </>
  )
}
