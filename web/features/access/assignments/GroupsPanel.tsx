import { useQuery } from '@tanstack/react-query'
import { KeyRound, ListChecks, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listAccountGroups } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { type GroupDialog, GroupRow } from './GroupRow.tsx'
import { groupsPanelLabels } from './labels.ts'
import type { AccessGroup, Account } from './types.ts'

const RequestAccessDialog = lazyComponent(() => import('./RequestAccessDialog.tsx').then((file) => ({ default: file.RequestAccessDialog })))
const GrantDialog = lazyComponent(() => import('./GrantDialog.tsx').then((file) => ({ default: file.GrantDialog })))
const EndAccessDialog = lazyComponent(() => import('./EndAccessDialog.tsx').then((file) => ({ default: file.EndAccessDialog })))
const NewGroupDialog = lazyComponent(() => import('./NewGroupDialog.tsx').then((file) => ({ default: file.NewGroupDialog })))
const DeleteGroupDialog = lazyComponent(() => import('./DeleteGroupDialog.tsx').then((file) => ({ default: file.DeleteGroupDialog })))

type OpenDialog = { dialog: 'new' } | { dialog: GroupDialog; group: AccessGroup }

export function GroupsPanel({ account }: { account: Account }) {
  const groups = useQuery(listAccountGroups(account.id))
  const [open, setOpen] = useState<OpenDialog>()
  const close = (next: boolean) => !next && setOpen(undefined)
  const addButton = (
    <Button icon={Plus} disabledReason={reasonOf(account, 'manageAccess')} onClick={() => setOpen({ dialog: 'new' })}>
      {groupsPanelLabels.create}
    </Button>
  )
  const hasIneligibleGroup = groups.data?.some((group) => group.status === 'ready' && group.memberCount === null)
  return (
    <Panel
      flush
      title={groupsPanelLabels.title}
      description="Members of a group have its roles in this account. Account owners approve access."
      actions={
        <>
          <Button icon={ListChecks} href={paths.newAccessReview(account)} disabledReason={reasonOf(account, 'manageAccess')}>
            Review access
          </Button>
          {addButton}
        </>
      }
    >
      {!groups.data ? (
        <div className="p-4">
          <Loading subject="the groups" query={groups} lines={6} />
        </div>
      ) : groups.data.length === 0 ? (
        <div className="p-4">
          <EmptyState icon={KeyRound} title="No access groups yet">
            People get access through groups. After an owner creates a group with roles, people can request access.
          </EmptyState>
        </div>
      ) : (
        <>
          {hasIneligibleGroup && (
            <div className="px-4 pt-3">
              <Banner tone="info" title="We can’t reach the directory right now">
                Member counts aren’t available. You can still request access.
              </Banner>
            </div>
          )}
          <ul aria-label={groupsPanelLabels.title} className="divide-y divide-line">
            {groups.data.map((group) => (
              <GroupRow key={group.id} account={account} group={group} onOpen={(what) => setOpen({ dialog: what, group })} />
            ))}
          </ul>
        </>
      )}
      <Suspense>
        {open?.dialog === 'new' && <NewGroupDialog account={account} onOpenChange={close} />}
        {open?.dialog === 'request' && <RequestAccessDialog account={account} group={open.group} onOpenChange={close} />}
        {open?.dialog === 'extend' && (
          <RequestAccessDialog account={account} group={open.group} until={open.group.mine.until ?? undefined} onOpenChange={close} />
        )}
        {open?.dialog === 'leave' && open.group.mine.grant && (
          <EndAccessDialog
            own
            assignment={{ ...open.group.mine.grant, status: 'active', person: { displayName: 'You' }, group: open.group, account }}
            onOpenChange={close}
          />
        )}
        {open?.dialog === 'grant' && <GrantDialog account={account} group={open.group} onOpenChange={close} />}
        {open?.dialog === 'delete' && <DeleteGroupDialog account={account} group={open.group} onOpenChange={close} />}
      </Suspense>
    </Panel>
  )
}
