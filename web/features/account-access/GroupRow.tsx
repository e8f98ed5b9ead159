import { Ellipsis, KeyRound, Trash2, Users } from 'lucide-react'
import { useId, useState } from 'react'
import { reasonOf } from '../../shared/reasonOf.ts'
import { count } from '../../shared/waits.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Status } from '../../ui/Status.tsx'
import { DateTime } from '../../ui/Time.tsx'
import { GroupProgress } from './GroupProgress.tsx'
import { Mine } from './Mine.tsx'
import type { AccessGroup, Account } from './types.ts'
import { hoursInWords, whatItLets } from './words.ts'

interface GroupRowProps {
  account: Account
  group: AccessGroup
  onRequest: () => void
  onDelete: () => void
}

/** One group: what it lets one do first, its name and roles beneath, and where one stands with it. */
export function GroupRow({ account, group, onRequest, onDelete }: GroupRowProps) {
  const [shown, setShown] = useState(false)
  const members = useId()
  const ready = group.status === 'ready'
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">{whatItLets(group)}</p>
          <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">
            <span className="font-mono text-xs">{group.name}</span> · {group.roles.map(({ roleName }) => roleName).join(', ')}
            {group.assignment === 'eligible' && ', to be taken for a while'}
          </p>
          {group.description && group.description !== whatItLets(group) && (
            <p className="mt-0.5 max-w-prose text-sm text-ink-2">{group.description}</p>
          )}
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
            {group.status === 'deleting' && <Status tone="busy">Being deleted</Status>}
            {group.members ? (
              <button
                type="button"
                className="inline-flex items-center gap-1.5 rounded-sm text-accent underline underline-offset-3"
                aria-expanded={shown}
                aria-controls={members}
                onClick={() => setShown(!shown)}
              >
                <Users size={14} aria-hidden /> {count(group.memberCount ?? 0, 'member')}
              </button>
            ) : (
              group.memberCount !== null && (
                <span className="inline-flex items-center gap-1.5">
                  <Users size={14} aria-hidden /> {count(group.memberCount, 'member')}
                </span>
              )
            )}
            {group.maxDurationHours !== null && <span>for at most {hoursInWords(group.maxDurationHours)}</span>}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Mine account={account} group={group} />
          {ready && !group.mine.member && !group.mine.request && (
            <Button size="sm" icon={KeyRound} disabledReason={reasonOf(group, 'request')} onClick={onRequest}>
              Request access<span className="sr-only"> to {group.name}</span>
            </Button>
          )}
          <Menu
            trigger={<IconButton icon={Ellipsis} size="sm" label={`More for ${group.name}`} />}
            items={[{ label: 'Delete the group', icon: Trash2, disabledReason: reasonOf(group, 'delete'), onSelect: onDelete }]}
          />
        </div>
      </div>
      {(group.status === 'creating' || group.status === 'failed') && <GroupProgress accountId={account.id} group={group} />}
      {shown && group.members && <Members id={members} members={group.members} />}
    </li>
  )
}

function Members({ id, members }: { id: string; members: NonNullable<AccessGroup['members']> }) {
  if (members.length === 0)
    return (
      <p id={id} className="mt-2 text-sm text-ink-2">
        Nobody is in it.
      </p>
    )
  return (
    <ul id={id} className="mt-2 grid gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-3 text-sm sm:grid-cols-2 xl:grid-cols-3">
      {members.map((member) => (
        <li key={member.id} className="min-w-0">
          <span className="block truncate" title={member.email ?? undefined}>
            {member.name}
            {member.kind === 'group' && <span className="text-ink-2"> (a group)</span>}
          </span>
          <span className="block truncate text-xs text-ink-2">
            {member.until ? (
              <>
                until <DateTime at={member.until} time={false} />
              </>
            ) : member.via === null ? (
              'let in by hand, in the directory'
            ) : (
              'for good'
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
