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
import { joinLines, permanent } from '../assignments/labels.ts'
import { TimeLeft } from './TimeLeft.tsx'
import type { ExistingAccess } from './types.ts'

const maxLines = 3

export function describeAbilities({ lets, group }: Pick<ExistingAccess, 'lets' | 'group'>): string {
  if (lets.length === 0) return group.description || group.roles.join(', ')
  const remainingCount = lets.length - maxLines
  return remainingCount > 1 ? `${joinLines(lets.slice(0, maxLines))} and ${remainingCount} more` : joinLines(lets)
}

export function HeldAccess({ held }: { held: ExistingAccess }) {
  const [open, setOpen] = useState<'extend' | 'end'>()
  const close = () => setOpen(undefined)
  return (
    <li className="grid items-center gap-x-6 gap-y-3 px-4 py-3.5 md:grid-cols-[minmax(0,1fr)_13rem_8.5rem]">
      <div className="min-w-0">
        <h3 className="font-medium wrap-anywhere">{describeAbilities(held)}</h3>
        <p className="mt-0.5 wrap-anywhere text-ink-2">
          in <Link href={paths.account(held.account.id, 'access')}>{held.account.name}</Link>,{' '}
          {labelFor('environment', held.account.environment).toLocaleLowerCase()}
          {held.group.assignment === 'eligible' && ', roles activated when needed'}
        </p>
        <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">Member of {held.group.name}</p>
        <p className="mt-0.5 text-sm text-ink-2">
          <Origin held={held} />
        </p>
        {held.extension && (
          <p className="mt-1 text-sm">
            <Status tone="info" icon={Hourglass}>
              Extension <Link href={paths.accessRequest(held.extension.id)}>{held.extension.reference}</Link> is pending
            </Status>
          </p>
        )}
      </div>
      <EndDate held={held} />
      <div className="flex gap-2 md:justify-end">
        {held.endsAt !== null && (
          <Button size="sm" disabledReason={reasonOf(held, 'extend')} onClick={() => setOpen('extend')}>
            Extend<span className="sr-only"> {held.group.name}</span>
          </Button>
        )}
        <Button size="sm" variant="quiet" disabledReason={reasonOf(held, 'end')} onClick={() => setOpen('end')}>
          Leave<span className="sr-only"> {held.group.name}</span>
        </Button>
      </div>
      {open === 'extend' && <ExtendDialog assignment={held} onOpenChange={close} />}
      {open === 'end' && <EndAccessDialog assignment={held} own onOpenChange={close} />}
    </li>
  )
}

function Origin({ held }: { held: ExistingAccess }) {
  if (held.request) {
    return (
      <>
        Requested in <Link href={paths.accessRequest(held.request.id)}>{held.request.reference}</Link>
        <span aria-hidden> · </span>
        <span className="sr-only">, </span>
        since <DateTime at={held.startsAt} time={false} />
      </>
    )
  }
  const by = held.via === 'admin' ? `Granted${held.grantedBy ? ` by ${held.grantedBy.displayName}` : ''}` : 'Adopted from the directory'
  return (
    <>
      {by} <RelativeTime at={held.createdAt} />
      {held.reason && `: ${held.reason}`}
    </>
  )
}

function EndDate({ held }: { held: ExistingAccess }) {
  if (held.status === 'granting') return <Status tone="busy">Granting access…</Status>
  if (held.status === 'revoking') return <Status tone="busy">Revoking access…</Status>
  if (held.status === 'scheduled') {
    return (
      <Status tone="info">
        Starts <RelativeTime at={held.startsAt} />
      </Status>
    )
  }
  return held.endsAt ? <TimeLeft startsAt={held.startsAt} endsAt={held.endsAt} /> : <Status tone="ok">{permanent}</Status>
}
