import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CalendarOff, CircleX, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { listGroupAssignments } from '../../../api/assignmentQueries.ts'
import { getMe } from '../../../api/queries.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { Avatar } from '../../../ui/Person.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Status } from '../../../ui/Status.tsx'
import { Countdown, DateTime } from '../../../ui/Time.tsx'
import { ChangeEndDialog } from './ChangeEndDialog.tsx'
import { EndAccessDialog } from './EndAccessDialog.tsx'
import { LiftMaximumDialog } from './LiftMaximumDialog.tsx'
import { changeEndLabels, describeOrigin, endAccessLabels, liftMaximumLabels, membersLabels } from './labels.ts'
import type { AccessGroup, Assignment } from './types.ts'

interface MembersProps {
  id: string
  accountId: string
  group: Pick<AccessGroup, 'id' | 'name' | 'members'>
}

export function Members({ id, accountId, group }: MembersProps) {
  const assignments = useQuery(listGroupAssignments(accountId, group.id))
  const currentUser = useQuery(getMe()).data
  const [open, setOpen] = useState<{ what: 'end' | 'change' | 'lift'; assignment: Assignment }>()
  const close = (next: boolean) => !next && setOpen(undefined)
  const assignedIds = new Set(assignments.data?.map(({ person }) => person.id))
  const manualMembers = (group.members ?? []).filter((member) => !assignedIds.has(member.id))
  return (
    <div id={id} className="mt-2 rounded-md border border-line bg-sunken">
      {assignments.error && !assignments.data ? (
        <div className="p-3">
          <LoadError subject="the members" error={assignments.error} onRetry={() => assignments.refetch()} />
        </div>
      ) : !assignments.data ? (
        <div className="p-3">
          <SkeletonText lines={3} />
        </div>
      ) : assignments.data.length + manualMembers.length === 0 ? (
        <p className="p-3 text-sm text-ink-2">
          {group.members ? 'No members.' : 'No recorded members. We can’t reach the directory right now.'}
        </p>
      ) : (
        <ul aria-label={membersLabels.list(group.name)} className="divide-y divide-line text-sm">
          {assignments.data.map((assignment) => (
            <li key={assignment.id} className="flex items-start gap-3 px-3 py-2">
              <Avatar name={assignment.person.displayName} />
              <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-1">
                <span className="min-w-0 flex-1 basis-48">
                  <span className="block truncate font-medium" title={assignment.person.email ?? undefined}>
                    {assignment.person.displayName}
                  </span>
                  <span className="block truncate text-xs text-ink-2" title={assignment.reason ?? undefined}>
                    {describeOrigin(assignment)}
                    {assignment.reason && ` · ${assignment.reason}`}
                  </span>
                  {assignment.maximumLifted && (
                    <span className="block break-words text-xs text-ink-2">
                      {membersLabels.lifted(assignment.maximumLifted.by.displayName, assignment.maximumLifted.reason)}
                    </span>
                  )}
                </span>
                <EndDate assignment={assignment} />
              </div>
              <Menu
                trigger={<IconButton icon={Ellipsis} size="sm" label={membersLabels.more(assignment.person.displayName, group.name)} />}
                items={[
                  {
                    label: changeEndLabels.title,
                    icon: CalendarClock,
                    disabledReason: reasonOf(assignment, 'changeEnd'),
                    onSelect: () => setOpen({ what: 'change', assignment }),
                  },
                  ...(assignment.can.liftMaximum === true
                    ? [{ label: liftMaximumLabels.title, icon: CalendarOff, onSelect: () => setOpen({ what: 'lift', assignment }) }]
                    : []),
                  {
                    label: endAccessLabels.revoke,
                    icon: CircleX,
                    disabledReason: reasonOf(assignment, 'end'),
                    onSelect: () => setOpen({ what: 'end', assignment }),
                  },
                ]}
              />
            </li>
          ))}
          {manualMembers.map((member) => (
            <li key={member.id} className="flex items-start gap-3 px-3 py-2">
              <Avatar name={member.name} />
              <span className="min-w-0">
                <span className="block truncate" title={member.email ?? undefined}>
                  {member.name}
                  {member.kind === 'group' && <span className="text-ink-2"> (group)</span>}
                </span>
                <span className="block truncate text-xs text-ink-2">Added in the directory</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {open?.what === 'end' && (
        <EndAccessDialog assignment={open.assignment} own={open.assignment.person.id === currentUser?.id} onOpenChange={close} />
      )}
      {open?.what === 'lift' && <LiftMaximumDialog assignment={open.assignment} onOpenChange={close} />}
      {open?.what === 'change' && (
        <ChangeEndDialog assignment={open.assignment} own={open.assignment.person.id === currentUser?.id} onOpenChange={close} />
      )}
    </div>
  )
}

const busy: Partial<Record<Assignment['status'], string>> = { granting: 'Granting access', revoking: 'Revoking access' }

function EndDate({ assignment: { status, startsAt, endsAt, extension } }: { assignment: Assignment }) {
  const label = busy[status]
  if (label) return <Status tone="busy">{label}</Status>
  if (status === 'scheduled')
    return (
      <Status tone="neutral">
        Starts <DateTime at={startsAt} />
      </Status>
    )
  return (
    <span className="text-ink-2 sm:text-right">
      {endsAt === null ? (
        changeEndLabels.permanent
      ) : (
        <>
          Until <DateTime at={endsAt} time={false} />
          <span className="block text-xs">
            <Countdown until={endsAt} passed="no time" /> left{extension && ` · ${extension.reference} is pending`}
          </span>
        </>
      )}
    </span>
  )
}
