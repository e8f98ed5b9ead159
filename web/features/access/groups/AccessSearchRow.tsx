import { useQueryClient } from '@tanstack/react-query'
import { Check, Hourglass, KeyRound, TriangleAlert } from 'lucide-react'
import { Suspense, useState } from 'react'
import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Badge, Status } from '../../../ui/Status.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { describeHours, joinLines, ownAccessLabels } from '../assignments/labels.ts'
import { findLabels } from './groupLabels.ts'
import type { FoundGroups, FoundItem, FoundRequest } from './types.ts'

const RequestAccessDialog = lazyComponent(() =>
  import('../assignments/RequestAccessDialog.tsx').then((file) => ({ default: file.RequestAccessDialog })),
)

const maxLines = 3
const maxNames = 2

export function AccessSearchRow({ item: { group, reasons, warning }, best }: { item: FoundItem; best: boolean }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const client = useQueryClient()
  const { account, mine } = group
  // The search is slow, so the row shows the request before the results are refetched.
  const showRequest = ({ id, reference, status }: FoundRequest) =>
    client.setQueriesData<FoundGroups>(
      { queryKey: ['findAccess'] },
      (found) =>
        found && {
          ...found,
          items: found.items.map((item) =>
            item.group.id === group.id
              ? { ...item, group: { ...item.group, mine: { ...mine, request: { id, reference, status } } } }
              : item,
          ),
        },
    )
  const actions =
    group.allowedActions.length > 0 ? joinLines(group.allowedActions.slice(0, maxLines)) : group.description || group.roles.join(', ')
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 text-md font-semibold">
          <Link variant="name" className="font-semibold! wrap-anywhere" href={paths.accessGroup(group.id)}>
            {actions} <span className="font-normal text-ink-2">in</span> {account.name}
          </Link>
          {best && <Badge tone="ok">{findLabels.best}</Badge>}
        </h3>
        <p className="mt-0.5 text-ink-2 wrap-anywhere">
          {labelFor('environment', account.environment)} · {group.tower.name}, {group.family.name} ·{' '}
          <span className="font-mono text-xs">{group.name}</span>
        </p>
        {group.description && <p className="mt-1 max-w-prose">{group.description}</p>}
        <p className="mt-0.5 text-sm text-ink-2">Approvers: {namesOf(group.owners.map(({ displayName }) => displayName))}</p>
        <ul aria-label="Match details" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {reasons.map(({ terms, reason }) => (
            <li key={reason} className="inline-flex items-baseline gap-1.5">
              <Check size={14} aria-hidden strokeWidth={2.5} className="translate-y-0.5 self-start text-ok" />
              <span>
                <span className="text-ink-2">{terms.join(' ')}:</span> {reason}
              </span>
            </li>
          ))}
          {warning && (
            <li className="inline-flex items-baseline gap-1.5">
              <TriangleAlert size={14} aria-hidden strokeWidth={2.5} className="translate-y-0.5 self-start text-warn" />
              {warning}
            </li>
          )}
        </ul>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 md:w-44 md:flex-col md:items-end md:justify-start md:text-right">
        {mine.member ? (
          <Status tone="ok">
            {ownAccessLabels.member}
            {mine.until && (
              <>
                {' '}
                until <DateTime at={mine.until} time={false} />
              </>
            )}
          </Status>
        ) : mine.request ? (
          <Status tone="info" icon={Hourglass}>
            <Link href={paths.accessRequest(mine.request.id)}>{mine.request.reference}</Link> is pending
          </Status>
        ) : (
          <Button
            icon={KeyRound}
            variant={best ? 'primary' : 'secondary'}
            disabledReason={reasonOf(group, 'request')}
            onClick={() => setDialogOpen(true)}
          >
            {findLabels.request}
            <span className="sr-only"> access to {group.name}</span>
          </Button>
        )}
        <p className="text-sm text-ink-2">
          {group.maxDurationHours === null ? 'No maximum duration' : `Up to ${describeHours(group.maxDurationHours)}`}
          {group.assignment === 'eligible' && <span className="block">Roles activated when needed</span>}
        </p>
      </div>
      {isDialogOpen && (
        <Suspense>
          <RequestAccessDialog
            account={account}
            group={{
              ...group,
              roles: group.roles.map((roleName, index) => ({ roleName, allowedActions: index === 0 ? group.allowedActions : [] })),
            }}
            onRequested={showRequest}
            onOpenChange={setDialogOpen}
          />
        </Suspense>
      )}
    </li>
  )
}

function namesOf(names: readonly string[]): string {
  const remainingCount = names.length - maxNames
  return remainingCount > 1 ? `${names.slice(0, maxNames).join(', ')} and ${remainingCount} more` : names.join(', ') || 'none available'
}
