import { Checkbox } from '../../../ui/Checkbox.tsx'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { stateRules, ticketLabels, ticketStates } from './ticketLabels.ts'
import type { TicketRules } from './ticketRules.ts'

interface TicketRulesFieldsProps {
  rules: TicketRules
  /** The rules that apply where this role has none. All roles together have only default values. */
  fallback: Partial<TicketRules>
  isSingleRole?: boolean
  errorOf?: (field: string) => string | undefined
  onChange: (rules: TicketRules) => void
}

const sameValue = 'same'
const ownTicketOptions = [
  { value: 'yes', label: 'Accepted' },
  { value: 'no', label: 'Not accepted' },
]

export function TicketRulesFields({ rules, fallback, isSingleRole = false, errorOf = () => undefined, onChange }: TicketRulesFieldsProps) {
  const change = (part: Partial<TicketRules>) => onChange({ ...rules, ...part })
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-3">
        {stateRules.map((rule) => (
          <FieldGroup key={rule} label={ticketLabels[rule]} name={`value.${rule}`} optional={isSingleRole} error={errorOf(`value.${rule}`)}>
            <div className="space-y-1.5">
              {Object.entries(ticketStates[rule]).map(([state, label]) => (
                <Checkbox
                  key={state}
                  label={label}
                  checked={rules[rule].includes(state)}
                  onChange={({ target }) =>
                    change({ [rule]: target.checked ? [...rules[rule], state] : rules[rule].filter((each) => each !== state) })
                  }
                />
              ))}
            </div>
          </FieldGroup>
        ))}
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-3">
        <NumberField
          label={ticketLabels.minAge}
          suffix="minutes"
          min={0}
          max={10_080}
          optional={isSingleRole}
          defaultValue={fallback.minAgeMinutes ?? undefined}
          value={rules.minAgeMinutes}
          onChange={(minAgeMinutes) => change({ minAgeMinutes })}
        />
        <NumberField
          label={ticketLabels.maxAge}
          suffix="days"
          min={1}
          max={730}
          optional={isSingleRole}
          defaultValue={fallback.maxAgeDays ?? undefined}
          value={rules.maxAgeDays}
          onChange={(maxAgeDays) => change({ maxAgeDays })}
        />
        <Select
          label={ticketLabels.ownTickets}
          options={isSingleRole ? [{ value: sameValue, label: 'Same as for all roles' }, ...ownTicketOptions] : ownTicketOptions}
          value={rules.ownTickets === undefined ? sameValue : rules.ownTickets ? 'yes' : 'no'}
          onChange={(value) => change({ ownTickets: value === sameValue ? undefined : value === 'yes' })}
        />
      </div>
    </div>
  )
}
