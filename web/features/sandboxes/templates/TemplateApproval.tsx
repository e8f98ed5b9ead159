import { sandboxBudget } from '../../../shared/budgetLimits.ts'
import { SpanField } from '../../../shared/SpanField.tsx'
import { Checkbox, RadioCards } from '../../../ui/Checkbox.tsx'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { templateFormLabels } from './templateLabels.ts'
import type { TemplatePartProps } from './templatePart.ts'

const modes = [
  { value: 'required', label: 'Always required', hint: 'The sandbox policy sets the approvers, usually the manager.' },
  { value: 'within', label: templateFormLabels.aboveLimits, hint: 'Smaller requests are approved automatically.' },
  { value: 'automatic', label: 'Automatic', hint: 'Requests within the template’s limits are approved automatically.' },
]

export function TemplateApproval({ draft, change, errorOf }: TemplatePartProps) {
  const { approval } = draft
  const set = (part: Partial<typeof approval>) => change({ approval: { ...approval, ...part } })
  return (
    <>
      <RadioCards
        label="Approval"
        hideLabel
        name="approval"
        columns={3}
        options={modes}
        value={approval.mode}
        error={errorOf('approval')}
        onChange={(mode) => set({ mode: mode as typeof approval.mode })}
      />
      {approval.mode === 'within' && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <MoneyField
            label="Maximum budget without approval"
            optional
            currency={draft.currency}
            {...sandboxBudget}
            value={approval.budget ?? null}
            onChange={(budget) => set({ budget: budget ?? undefined })}
          />
          <SpanField
            label={templateFormLabels.maxDurationWithoutApproval}
            optional
            min={1}
            max={8760}
            value={approval.hours ?? null}
            onChange={(hours) => set({ hours: hours ?? undefined })}
          />
          <div className="sm:col-span-2">
            <Checkbox
              label="Only if the requester stayed within budget"
              hint="In the last 90 days, none of the requester’s sandboxes used up its budget."
              checked={approval.cleanRecord ?? false}
              onChange={(event) => set({ cleanRecord: event.target.checked })}
            />
          </div>
        </div>
      )}
    </>
  )
}
