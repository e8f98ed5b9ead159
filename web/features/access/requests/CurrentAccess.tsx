import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { EndAccessDialog } from '../assignments/EndAccessDialog.tsx'
import { ExtendDialog } from '../assignments/ExtendDialog.tsx'
import { joinLines, ownAccessLabels, permanent } from '../assignments/labels.ts'
import { myAccessLabels } from './myAccessLabels.ts'
import { TimeLeft } from './TimeLeft.tsx'
import type { ExistingAccess } from './types.ts'

const maxLines = 3

function describeAbilities({ allowedActions, group }: Pick<ExistingAccess, 'allowedActions' | 'group'>): string {
  if (allowedActions.length === 0) return group.description || group.roles.join(', ')
  const remainingCount = allowedActions.length - maxLines
  return remainingCount > 1 ? `${joinLines(allowedActions.slice(0, maxLines))} and ${remainingCount} more` : joinLines(allowedActions)
}

export function CurrentAccess({ current }: { current: ExistingAccess }) {
  const [open, setOpen] = useState<'extend' | 'end'>()
  const close = () => setOpen(undefined)
  return (
    <li className="grid items-center gap-x-6 gap-y-3 px-4 py-3.5 md:grid-cols-[minmax(0,1fr)_13rem_8.5rem]">
      <div className="min-w-0">
        <h3 className="font-medium wrap-anywhere">{describeAbilities(current)}</h3>
        <p className="mt-0.5 wrap-anywhere text-ink-2">
          in <Link href={paths.account(current.account.id, 'access')}>{current.account.name}</Link>,{' '}
          {labelFor('environment', current.account.environment).toLocaleLowerCase()}
          {current.group.assignment === 'eligible' && ', roles activated when needed'}
        </p>
        <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">Member of {current.group.name}</p>
        <p className="mt-0.5 text-sm text-ink-2">
          <Origin current={current} />
        </p>
        {current.extension && (
          <p className="mt-1 text-sm">
            <Status tone="info" icon={Hourglass}>
              Extension <Link href={paths.accessRequest(current.extension.id)}>{current.extension.reference}</Link> is pending
            </Status>
          </p>
        )}
      </div>
      <EndDate current={current} />
      <div className="flex gap-2 md:justify-end">
        {current.endsAt !== null && (
          <Button size="sm" disabledReason={reasonOf(current, 'extend')} onClick={() => setOpen('extend')}>
            {ownAccessLabels.extend}
            <span className="sr-only"> {current.group.name}</span>
          </Button>
        )}
        <Button size="sm" variant="quiet" disabledReason={reasonOf(current, 'end')} onClick={() => setOpen('end')}>
          {myAccessLabels.leave}
          <span className="sr-only"> {current.group.name}</span>
        </Button>
      </div>
      {open === 'extend' && <ExtendDialog assignment={current} onOpenChange={close} />}
      {open === 'end' && <EndAccessDialog assignment={current} own onOpenChange={close} />}
    </li>
  )
}

function Origin({ current }: { current: ExistingAccess }) {
  if (current.request) {
    return (
      <>
        Requested in <Link href={paths.accessRequest(current.request.id)}>{current.request.reference}</Link>
        <span aria-hidden> · </span>
        <span className="sr-only">, </span>
        since <DateTime at={current.startsAt} time={false} />
      </>
    )
  }
  const by =
    current.via === 'admin' ? `Granted${current.grantedBy ? ` by ${current.grantedBy.displayName}` : ''}` : 'Adopted from the directory'
  return (
    <>
      {by} <RelativeTime at={current.createdAt} />
      {current.reason && `: ${current.reason}`}
    </>
  )
}

function EndDate({ current }: { current: ExistingAccess }) {
  if (current.status === 'granting') return <Status tone="busy">Granting access…</Status>
  if (current.status === 'revoking') return <Status tone="busy">Revoking access…</Status>
  if (current.status === 'scheduled') {
    return (
      <Status tone="info">
        Starts <RelativeTime at={current.startsAt} />
      </Status>
    )
  }
  return current.endsAt ? <TimeLeft startsAt={current.startsAt} endsAt={current.endsAt} /> : <Status tone="ok">{permanent}</Status>
}
