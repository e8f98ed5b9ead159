import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { getUser } from '../../../api/adminQueries.ts'
import { paths } from '../../../paths.ts'
import { Activity } from '../../../shared/Activity.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { isAllowed, reasonOf } from '../../../shared/reasonOf.ts'
import { useIsAdmin } from '../../../shared/useIsAdmin.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Drawer } from '../../../ui/Dialog.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { EndSessionsDialog } from './EndSessionsDialog.tsx'
import { SessionList } from './SessionList.tsx'
import type { Session } from './types.ts'
import { describeRoles } from './userColumns.tsx'

export function UserDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const result = useQuery(getUser(id))
  const [endTarget, setEndTarget] = useState<{ session?: Session }>()
  const user = result.data
  const isAdmin = useIsAdmin()
  return (
    <Drawer
      open
      onOpenChange={(next) => !next && onClose()}
      title={user?.displayName ?? 'Person'}
      footer={
        user &&
        isAdmin && (
          <Button disabledReason={reasonOf(user, 'endSessions')} onClick={() => setEndTarget({})}>
            Sign out everywhere
          </Button>
        )
      }
    >
      {user ? (
        <div className="space-y-6">
          <KeyValues
            columns={1}
            items={[
              { label: 'Directory', value: user.active ? 'Active' : 'Disabled (can’t sign in, approve requests or be an owner)' },
              { label: 'Job title', value: [user.jobTitle, user.department].filter(Boolean).join(', ') || '–' },
              { label: 'Email address', value: user.email ?? '–' },
              { label: 'Role', value: describeRoles(user.roles) || 'None' },
              { label: 'Last sign-in', value: user.signedInAt ? <DateTime at={user.signedInAt} /> : 'Never' },
              {
                label: 'Accounts owned',
                value:
                  user.ownedAccounts > 0 ? (
                    <Link href={paths.accounts({ filter: `owner==${user.id}` })}>{count(user.ownedAccounts, 'account')}</Link>
                  ) : (
                    'None'
                  ),
              },
              {
                label: 'Pending requests',
                value: user.pendingRequests > 0 ? user.pendingRequests : 'None',
              },
            ]}
          />
          <Part title="Sessions">
            {user.openSessions.length > 0 ? (
              <div className="-mx-4 border-y border-line">
                <SessionList
                  sessions={user.openSessions}
                  onEnd={isAllowed(user, 'endSessions') ? (session) => setEndTarget({ session }) : undefined}
                />
              </div>
            ) : (
              <p className="text-ink-2">No open sessions.</p>
            )}
          </Part>
          <Part title="Activity">
            <Activity kind="person" id={user.id} />
          </Part>
          <Link href={paths.audit({ filter: `person==${user.id}` })}>Audit events by {user.displayName}</Link>
        </div>
      ) : (
        <Loading subject="the person" query={result} lines={8} />
      )}
      {user && endTarget && (
        <EndSessionsDialog person={user} session={endTarget.session} onOpenChange={(next) => !next && setEndTarget(undefined)} />
      )}
    </Drawer>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </section>
  )
}
