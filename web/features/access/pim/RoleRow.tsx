import { Zap } from 'lucide-react'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { Status } from '../../../ui/Status.tsx'
import { Countdown, DateTime } from '../../../ui/Time.tsx'
import { joinLines } from '../assignments/labels.ts'
import { activateLabels, describeMinutes, formatList, requirementsOf, stateOf } from './labels.ts'
import type { PrivilegedRole } from './types.ts'

export function RoleRow({ role, onActivate }: { role: PrivilegedRole; onActivate: () => void }) {
  const requirements = requirementsOf(role)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium">{role.name}</p>
        <p className="mt-0.5 text-sm text-ink-2">
          {joinLines(role.allowedActions)}
          {role.allowedActions.length > 0 && '. '}
          {role.maxMinutes !== null && `Up to ${describeMinutes(role.maxMinutes)} per activation`}
          {role.maxMinutes !== null && requirements.length > 0 && `; needs ${formatList(requirements)}`}
          {role.maxMinutes !== null && '.'}
        </p>
        {(role.via || role.until) && (
          <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">
            {role.via && `From group ${role.via}`}
            {role.until && (
              <>
                {role.via ? ', eligible until ' : 'Eligible until '}
                <DateTime at={role.until} time={false} />
              </>
            )}
          </p>
        )}
      </div>
      <RoleState role={role} onActivate={onActivate} />
    </li>
  )
}

function RoleState({ role, onActivate }: { role: PrivilegedRole; onActivate: () => void }) {
  if (role.active) {
    return (
      <Status tone="ok" pill>
        Active
        {role.active.until && (
          <>
            , <Countdown until={role.active.until} passed="no time" /> left
          </>
        )}
      </Status>
    )
  }
  if (role.activation) {
    const { tone, label } = stateOf(role.activation)
    return (
      <Status tone={tone} pill>
        {label}
      </Status>
    )
  }
  return (
    <Button size="sm" icon={Zap} disabledReason={reasonOf(role, 'activate')} onClick={onActivate}>
      {activateLabels.activate}
      <span className="sr-only"> {role.name}</span>
    </Button>
  )
}
