import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { listMySandboxAccess } from '../../../api/sandboxQueries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime, TimeUntil } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'

type CurrentGroup = CallResult<'listMySandboxAccess'>[number]

export function MySandboxAccess() {
  const groups = useQuery(listMySandboxAccess()).data?.filter(({ asOwner }) => !asOwner) ?? []
  if (groups.length === 0) return null
  return (
    <Panel flush title="Your access to shared sandboxes">
      <ul className="divide-y divide-line">
        {groups.map((each) => (
          <CurrentGroupRow key={each.id} group={each} />
        ))}
      </ul>
    </Panel>
  )
}

function CurrentGroupRow({ group }: { group: CurrentGroup }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const leave = useCall('revokeSandboxAccess', ['groupAssignment', 'sandbox', 'notification'])
  return (
    <li className="grid items-center gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_16rem_auto]">
      <div className="min-w-0">
        <h3 className="font-medium wrap-anywhere">
          {group.group.roles.join(', ')} in <Link href={paths.sandbox(group.sandbox.id)}>{group.sandbox.name}</Link>
        </h3>
        <p className="text-sm wrap-anywhere text-ink-2">Member of {group.group.name}</p>
      </div>
      <p className="text-sm">
        <EndDate group={group} />
      </p>
      <Button
        size="sm"
        variant="quiet"
        className="justify-self-start"
        disabledReason={reasonOf(group, 'end')}
        onClick={() => setDialogOpen(true)}
      >
        Leave<span className="sr-only"> {group.group.name}</span>
      </Button>
      <ConfirmDialog
        open={isDialogOpen}
        onOpenChange={setDialogOpen}
        title={`Leave ${group.sandbox.name}?`}
        confirmLabel="Leave sandbox"
        onConfirm={async () => {
          await leave.mutateAsync({ params: { id: group.id }, headers: ifMatch(group.version) })
          toast.ok(`You left ${group.group.name}`)
        }}
      >
        <p>Your access from this group ends immediately, and your resources stay in the sandbox. You can request access again.</p>
      </ConfirmDialog>
    </li>
  )
}

function EndDate({ group }: { group: CurrentGroup }) {
  if (group.status === 'granting') return <Status tone="busy">Granting access</Status>
  if (group.status === 'revoking') return <Status tone="busy">Revoking access</Status>
  if (group.status === 'scheduled') {
    return (
      <Status tone="info">
        Starts <RelativeTime at={group.startsAt} />
      </Status>
    )
  }
  const until = group.endsAt ?? group.sandbox.end
  if (!until) return <span className="text-ink-2">Until the sandbox ends</span>
  return (
    <span className="text-ink-2">
      {group.endsAt ? 'Ends ' : 'Ends with the sandbox '}
      <TimeUntil at={until} />
    </span>
  )
}
