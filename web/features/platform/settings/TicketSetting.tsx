import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { confirmFirst } from '../../../api/stepUp.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Form } from '../../../ui/Form.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Setting } from './types.ts'

interface TicketRules {
  minAgeMinutes: number
  maxAgeDays: number
  ownTickets: boolean
  roles: Record<string, object>
}

/** Ticket states and rules for single roles are set only through the API, so the form sends them unchanged. */
export function TicketSetting({ setting }: { setting: Setting }) {
  const send = useCall('updateSetting', ['setting'])
  const { name, title, version } = setting
  const saved = setting.value as TicketRules
  const [rules, setRules] = useState(saved)
  const change = (part: Partial<TicketRules>) => setRules({ ...rules, ...part })
  const problem = send.error ? problemOf(send.error) : undefined
  const roles = Object.keys(saved.roles).length
  const submit = async () => {
    if (send.isPending) return
    try {
      await send.mutateAsync({ params: { name }, body: { value: rules as never }, headers: ifMatch(version) })
      toast.ok('Setting updated')
    } catch (error) {
      if (problemOf(error).code === 'stepUpNeeded') confirmFirst(`Change “${title}”`)
    }
  }
  return (
    <Form onSubmit={submit} className="space-y-3">
      <FormProblem problem={problem?.code === 'stepUpNeeded' ? undefined : problem} />
      <p className="text-sm text-ink-2">{setting.description}</p>
      <NumberField
        label="Minimum age"
        suffix="minutes"
        min={0}
        max={10_080}
        value={rules.minAgeMinutes}
        onChange={(value) => change({ minAgeMinutes: value ?? 0 })}
      />
      <NumberField
        label="Maximum age"
        suffix="days"
        min={1}
        max={730}
        value={rules.maxAgeDays}
        onChange={(value) => change({ maxAgeDays: value ?? 1 })}
      />
      <Checkbox
        label="Allow tickets that people opened themselves"
        checked={rules.ownTickets}
        onChange={({ target }) => change({ ownTickets: target.checked })}
      />
      {roles > 0 && (
        <p className="text-sm text-ink-2">{roles === 1 ? '1 role has its own rules.' : `${roles} roles have their own rules.`}</p>
      )}
      <Button
        type="submit"
        loading={send.isPending}
        disabledReason={
          reasonOf(setting, 'change') ?? (JSON.stringify(rules) === JSON.stringify(saved) ? 'There are no changes to save.' : undefined)
        }
      >
        Save
      </Button>
    </Form>
  )
}
