import { Ellipsis, KeyRound, LogOut, Trash2, UserPlus, Users } from 'lucide-react'
import { useId, useState } from 'react'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { GroupProgress } from './GroupProgress.tsx'
import {
  abilitiesText,
  deleteGroupLabels,
  describeHours,
  endAccessLabels,
  grantLabels,
  groupsPanelLabels,
  requestAccessLabels,
} from './labels.ts'
import { Members } from './Members.tsx'
import { OwnAccess } from './OwnAccess.tsx'
import type { AccessGroup, Account } from './types.ts'

interface GroupRowProps {
  account: Account
  group: AccessGroup
  onOpen: (dialog: GroupDialog) => void
}

export type GroupDialog = 'request' | 'extend' | 'leave' | 'grant' | 'delete'

export function GroupRow({ account, group, onOpen }: GroupRowProps) {
  const [isShown, setIsShown] = useState(false)
  const members = useId()
  const isReady = group.status === 'ready'
  const { grant } = group.mine
  const canSeeMembers = isReady && reasonOf(account, 'seeAll') === undefined
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">{abilitiesText(group)}</p>
          <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">
            <Link variant="quiet" className="font-mono text-xs" href={paths.accessGroup(group.id)}>
              {group.name}
            </Link>{' '}
            · {group.roles.map(({ roleName }) => roleName).join(', ')}
            {group.assignment === 'eligible' && ', activated when needed'}
          </p>
          {group.description && group.description !== abilitiesText(group) && (
            <p className="mt-0.5 max-w-prose text-sm text-ink-2">{group.description}</p>
          )}
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
            {group.status === 'deleting' && <Status tone="busy">Deleting</Status>}
            {canSeeMembers ? (
              <button
                type="button"
                className="inline-flex items-center gap-1.5 rounded-sm text-accent underline underline-offset-3"
                aria-expanded={isShown}
                aria-controls={members}
                onClick={() => setIsShown(!isShown)}
              >
                <Users size={14} aria-hidden />{' '}
                {group.memberCount === null ? 'Members' : count(group.memberCount, groupsPanelLabels.member)}
              </button>
            ) : (
              group.memberCount !== null && (
                <span className="inline-flex items-center gap-1.5">
                  <Users size={14} aria-hidden /> {count(group.memberCount, groupsPanelLabels.member)}
                </span>
              )
            )}
            {group.maxDurationHours !== null && <span>Up to {describeHours(group.maxDurationHours)}</span>}
            {group.eligibility && <EligibleUntil {...group.eligibility} />}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <OwnAccess account={account} group={group} onExtend={() => onOpen('extend')} />
          {isReady && !group.mine.member && !group.mine.request && (
            <Button size="sm" icon={KeyRound} disabledReason={reasonOf(group, 'request')} onClick={() => onOpen('request')}>
              {requestAccessLabels.title}
              <span className="sr-only"> to {group.name}</span>
            </Button>
          )}
          <Menu
            trigger={<IconButton icon={Ellipsis} size="sm" label={groupsPanelLabels.more(group.name)} />}
            items={[
              ...(grant
                ? [{ label: endAccessLabels.leave, icon: LogOut, disabledReason: reasonOf(grant, 'end'), onSelect: () => onOpen('leave') }]
                : []),
              { label: grantLabels.title, icon: UserPlus, disabledReason: reasonOf(group, 'grant'), onSelect: () => onOpen('grant') },
              {
                label: deleteGroupLabels.confirm,
                icon: Trash2,
                disabledReason: reasonOf(group, 'delete'),
                onSelect: () => onOpen('delete'),
              },
            ]}
          />
        </div>
      </div>
      {(group.status === 'creating' || group.status === 'failed') && <GroupProgress accountId={account.id} group={group} />}
      {isShown && canSeeMembers && <Members id={members} accountId={account.id} group={group} />}
    </li>
  )
}

/** Azure limits the duration of a group’s eligibility, so Slipway renews it before it ends. */
function EligibleUntil({ until, renewed, problem }: NonNullable<AccessGroup['eligibility']>) {
  if (until === null) return <span>Eligible, no end date</span>
  return (
    <>
      <span>
        Eligible until <DateTime at={until} time={false} />
        {renewed && !problem && ', renewed automatically'}
      </span>
      {problem && (
        <Status tone="warn">
          <span className="wrap-anywhere">Renewal failed: {problem}</span>
        </Status>
      )}
    </>
  )
}
