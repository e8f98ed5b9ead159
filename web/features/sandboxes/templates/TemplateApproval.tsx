import { Checkbox, RadioCards } from '../../../ui/Choice.tsx'
import { MoneyField, NumberField } from '../../../ui/NumberField.tsx'
import type { TemplatePartProps } from './templatePart.ts'

const modes = [
  { value: 'required', label: 'Somebody always decides', hint: 'The requester’s manager, as the policy for sandboxes says.' },
  { value: 'within', label: 'Within bounds nobody has to', hint: 'Small ones are approved at once, the rest is decided on.' },
  { value: 'automatic', label: 'Nobody decides', hint: 'Whatever stays within the limits is approved at once.' },
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
            label="Approved at once up to this budget"
            optional
            currency={draft.currency}
            value={approval.budget ?? null}
            onChange={(budget) => set({ budget: budget ?? undefined })}
          />
          <NumberField
            label="And up to this time"
            optional
            suffix="hours"
            min={1}
            max={8760}
            value={approval.hours ?? null}
            onChange={(hours) => set({ hours: hours ?? undefined })}
          />
          <div className="sm:col-span-2">
            <Checkbox
              label="Only for those with a clean record"
              hint="None of their sandboxes overran its budget in the last 90 days."
              checked={approval.cleanRecord ?? false}
              onChange={(event) => set({ cleanRecord: event.target.checked })}
            />
          </div>
        </div>
      )}
    </>
  )
}
