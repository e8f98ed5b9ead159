import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { RequestAccessDialog } from '../assignments/RequestAccessDialog.tsx'
import { myAccessLabels } from './myAccessLabels.ts'
import type { ExistingAccess } from './types.ts'

export function EndedAccess({ access }: { access: ExistingAccess }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { account, group, allowedActions } = access
  const extensionRequest = access.extension
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="font-medium wrap-anywhere">{group.name}</h3>
        <p className="text-sm text-ink-2">
          {access.status === 'revoked' ? 'Revoked ' : 'Expired '}
          <RelativeTime at={access.status === 'expired' && access.endsAt ? access.endsAt : access.updatedAt} />
        </p>
      </div>
      {extensionRequest ? (
        <Link href={paths.accessRequest(extensionRequest.id)}>{extensionRequest.reference} is pending</Link>
      ) : (
        <Button size="sm" disabledReason={reasonOf(access, 'request')} onClick={() => setDialogOpen(true)}>
          {myAccessLabels.newRequest}
          <span className="sr-only"> {group.name}</span>
        </Button>
      )}
      {isDialogOpen && (
        <RequestAccessDialog
          account={account}
          group={{ ...group, roles: [{ roleName: group.roles.join(', '), allowedActions }] }}
          onOpenChange={setDialogOpen}
        />
      )}
    </li>
  )
}
