import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CircleX, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { getMe } from '../../../../api/queries.ts'
import { reasonOf } from '../../../../shared/reasonOf.ts'
import { IconButton } from '../../../../ui/Button.tsx'
import { Menu } from '../../../../ui/Menu.tsx'
import { Avatar } from '../../../../ui/Person.tsx'
import { Status } from '../../../../ui/Status.tsx'
import { Countdown, DateTime } from '../../../../ui/Time.tsx'
import { ChangeEndDialog, EndDialog } from './AccessDialogs.tsx'
import { groupLabel } from './durations.ts'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { Member, MemberAccess } from './types.ts'

export function MemberRow({ member: { person, owner, access }, lives }: { member: Member; lives: boolean }) {
  const currentUser = useQuery(getMe()).data
  const [open, setOpen] = useState<{ dialog: 'end' | 'change'; access: MemberAccess }>()
  const close = (next: boolean) => !next && setOpen(undefined)
  const isOwn = person.id === currentUser?.id
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <Avatar name={person.displayName} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-6 gap-y-2">
        <span className="min-w-0 flex-1 basis-48">
          <span className="block truncate font-medium" title={person.email ?? undefined}>
            {person.displayName}
            {isOwn && <span className="font-normal text-ink-2"> (you)</span>}
          </span>
          <span className="block truncate text-sm text-ink-2">{person.department ?? person.email}</span>
        </span>
        <ul className="min-w-0 flex-1 basis-72 space-y-1 text-sm">
          {access.length === 0 && <li className="text-ink-2">{lives ? 'Owner (access starts when the sandbox is ready)' : 'Owner'}</li>}
          {access.map((each) => (
            <li key={each.id} className="flex items-start gap-2">
              <span className="min-w-0 flex-1">
                <span className="font-medium">{each.asOwner && owner ? 'Owner' : groupLabel(each.group.suffix)}</span>
                <span className="text-ink-2">
                  {' '}
                  · {each.group.roles.join(', ')} · <AccessEnd access={each} />
                </span>
              </span>
              {!each.asOwner && (
                <Menu
                  trigger={
                    <IconButton
                      icon={Ellipsis}
                      size="sm"
                      label={sandboxPageLabels.moreFor(person.displayName, groupLabel(each.group.suffix))}
                    />
                  }
                  items={[
                    {
                      label: 'Change end date',
                      icon: CalendarClock,
                      disabledReason: reasonOf(each, 'changeEnd'),
                      onSelect: () => setOpen({ dialog: 'change', access: each }),
                    },
                    {
                      label: isOwn ? 'Leave' : sandboxPageLabels.remove,
                      icon: CircleX,
                      danger: true,
                      disabledReason: reasonOf(each, 'end'),
                      onSelect: () => setOpen({ dialog: 'end', access: each }),
                    },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      </div>
      {open?.dialog === 'end' && <EndDialog access={open.access} own={isOwn} onOpenChange={close} />}
      {open?.dialog === 'change' && <ChangeEndDialog access={open.access} own={isOwn} onOpenChange={close} />}
    </li>
  )
}

const busy: Partial<Record<MemberAccess['status'], string>> = { granting: 'granting access', revoking: 'revoking access' }

function AccessEnd({ access: { status, startsAt, endsAt } }: { access: MemberAccess }) {
  const label = busy[status]
  if (label) return <Status tone="busy">{label}</Status>
  if (status === 'scheduled')
    return (
      <>
        from <DateTime at={startsAt} />
      </>
    )
  if (endsAt === null) return 'until the sandbox ends'
  return (
    <>
      until <DateTime at={endsAt} time={false} /> (<Countdown until={endsAt} passed="no time" /> left)
    </>
  )
}
