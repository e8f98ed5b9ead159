import { TextField } from '../../../ui/TextField.tsx'
import { ConditionField } from './ConditionField.tsx'
import type { EditorPart } from './editorPart.ts'
import { policyLabels } from './labels.ts'
import { OrderedList } from './OrderedList.tsx'
import { type AutomaticDraft, newAutomatic } from './policyDraft.ts'

const max = 20
const sides = {
  reject: {
    label: 'Automatic rejections',
    what: 'rule',
    addLabel: 'Add rejection rule',
    empty: 'No requests are rejected automatically.',
    reason: policyLabels.ruleReason,
    placeholder: 'Restricted data must stay in the United Kingdom.',
  },
  approve: {
    label: policyLabels.automaticApprovals,
    what: 'rule',
    addLabel: policyLabels.addApprovalRule,
    empty: 'No requests are approved automatically.',
    reason: policyLabels.ruleReason,
    placeholder: 'Small development accounts don’t need approval.',
  },
}

interface AutomaticFieldsProps {
  side: 'reject' | 'approve'
  rules: AutomaticDraft[]
  readings: readonly string[]
  part: EditorPart
  onChange: (rules: AutomaticDraft[]) => void
}

/** Edits the rules that decide without approvers. The first rule with a true condition applies. */
export function AutomaticFields({ side, rules, readings, part, onChange }: AutomaticFieldsProps) {
  const { label, what, addLabel, empty, reason, placeholder } = sides[side]
  return (
    <OrderedList
      label={label}
      what={what}
      addLabel={addLabel}
      items={rules}
      max={max}
      empty={empty}
      titleOf={(rule, index) => rule.reason.trim() || `New ${what} ${index + 1}`}
      another={newAutomatic}
      onChange={onChange}
    >
      {(rule, set, index) => (
        <>
          <ConditionField
            name={`${side}.${index}.when`}
            value={rule.when}
            error={part.errorAt(`${side}.${index}.when`)}
            warning={part.warningAt(`${side}.${index}.when`)}
            reading={readings[index]}
            kind={part.kind}
            facts={part.facts}
            onChange={(when) => set({ when })}
          />
          <TextField
            label={reason}
            name={`${side}.${index}.reason`}
            maxLength={200}
            placeholder={placeholder}
            value={rule.reason}
            error={part.errorAt(`${side}.${index}.reason`)}
            onChange={(event) => set({ reason: event.target.value })}
          />
        </>
      )}
    </OrderedList>
  )
}
