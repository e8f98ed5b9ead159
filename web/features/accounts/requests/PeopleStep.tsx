import { accountBudget } from '../../../shared/budgetLimits.ts'
import { draftFields } from '../../../shared/draftFields.ts'
import { EstimateMeter } from '../../../shared/EstimateMeter.tsx'
import { PersonPicker } from '../../../shared/PersonPicker.tsx'
import { ThresholdsField } from '../../../shared/ThresholdsField.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { AccessGroupsField } from './AccessGroupsField.tsx'
import { currency } from './draft.ts'
import { wizardLabels } from './labels.ts'
import type { StepProps } from './stepProps.ts'

export function PeopleStep({ draft, change, errorOf, check }: StepProps) {
  const { field, text } = draftFields({ draft, change, errorOf })
  const estimate = check?.monthlyEstimate.amount ?? 0
  return (
    <>
      <PersonPicker
        label={wizardLabels.owners}
        hint="Two to ten people responsible for the account’s cost, access and decommission."
        {...field('owners', 'ownerIds')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <MoneyField label={wizardLabels.budget} currency={currency} {...accountBudget} {...field('budget', 'budget.amount')} />
        <TextField label="Cost centre" placeholder="CC-4100" spellCheck={false} {...text('costCentre')} />
      </div>
      {draft.budget !== null && draft.budget > 0 && estimate > 0 && (
        <EstimateMeter estimate={{ amount: estimate, currency }} budget={{ amount: draft.budget, currency }} />
      )}
      <ThresholdsField
        value={draft.thresholds}
        budget={draft.budget}
        currency={currency}
        error={errorOf('budget.thresholds')}
        onChange={(thresholds) => change({ thresholds })}
      />
      <div className="space-y-3">
        <Checkbox
          label="Send budget alerts to all owners"
          name={draft.contacts === null ? 'budget.contacts' : undefined}
          error={draft.contacts === null ? errorOf('budget.contacts') : undefined}
          checked={draft.contacts === null}
          onChange={(event) => change({ contacts: event.target.checked ? null : draft.owners })}
        />
        {draft.contacts !== null && (
          <PersonPicker
            label="Budget alert recipients"
            hint="One to ten people, such as your finance partner."
            {...field('contacts', 'budget.contacts')}
            value={draft.contacts}
          />
        )}
      </div>
      <AccessGroupsField
        accountName={draft.name}
        value={draft.accessGroups}
        errorOf={errorOf}
        onChange={(accessGroups) => change({ accessGroups })}
      />
    </>
  )
}
