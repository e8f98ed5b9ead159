import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { KeyRound, Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { getAccessGroup } from '../../../api/accessGroupQueries.ts'
import { checkAccessRequest } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { Activity } from '../../../shared/Activity.tsx'
import { ApprovalStagesPreview } from '../../../shared/ApprovalStages.tsx'
import { LoadError } from '../../../shared/LoadError.tsx'
import { labelFor } from '../../../shared/labels.ts'
import { isAllowed, reasonOf } from '../../../shared/reasonOf.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonFacts, SkeletonText } from '../../../ui/Skeleton.tsx'
import { GroupProgress } from '../assignments/GroupProgress.tsx'
import { describeHours, requestAccessLabels } from '../assignments/labels.ts'
import { OwnAccess } from '../assignments/OwnAccess.tsx'
import { ConflictsPanel } from './ConflictsPanel.tsx'
import { GroupAbilities } from './GroupAbilities.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import { editGroupLabels } from './groupLabels.ts'
import type { AccessGroupDetail } from './types.ts'

const RequestAccessDialog = lazyComponent(() =>
  import('../assignments/RequestAccessDialog.tsx').then((file) => ({ default: file.RequestAccessDialog })),
)
const EditGroupDialog = lazyComponent(() => import('./EditGroupDialog.tsx').then((file) => ({ default: file.EditGroupDialog })))

const route = getRouteApi('/access/groups/$id')
const breadcrumbs = [
  { label: 'Access', href: paths.access() },
  { label: 'Find access', href: paths.findAccess() },
]

export function GroupPage() {
  const { id } = route.useParams()
  const group = useQuery(getAccessGroup(id))
  if (!group.data)
    return (
      <Page title="Access group" breadcrumbs={breadcrumbs}>
        <Panel>
          {group.error ? <LoadError subject="the group" error={group.error} onRetry={() => group.refetch()} /> : <SkeletonFacts />}
        </Panel>
      </Page>
    )
  return <GroupContent group={group.data} />
}

function GroupContent({ group }: { group: AccessGroupDetail }) {
  const [open, setOpen] = useState<'request' | 'extend' | 'edit'>()
  const close = () => setOpen(undefined)
  const { account, mine } = group
  const isReady = group.status === 'ready'
  return (
    <Page
      title={group.name}
      breadcrumbs={breadcrumbs}
      description={group.description || undefined}
      aside={<OwnAccess account={account} group={group} onExtend={() => setOpen('extend')} />}
      actions={
        <>
          <Button icon={Pencil} disabledReason={reasonOf(group, 'update')} onClick={() => setOpen('edit')}>
            {editGroupLabels.edit}
          </Button>
          {!mine.member && !mine.request && (
            <Button icon={KeyRound} variant="primary" disabledReason={reasonOf(group, 'request')} onClick={() => setOpen('request')}>
              {requestAccessLabels.title}
            </Button>
          )}
        </>
      }
    >
      {group.status === 'deleting' && (
        <div className="mb-4">
          <Banner tone="warn" title="This group is being deleted">
            Members lose its roles. You can no longer request access.
          </Banner>
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0 space-y-4">
          {!isReady && group.status !== 'deleting' && (
            <Panel title="Creation progress">
              <GroupProgress accountId={account.id} group={group} />
            </Panel>
          )}
          <GroupAbilities group={group} />
          <ConflictsPanel group={group} />
          <GroupMembers group={group} />
          {isAllowed(group, 'update') && (
            <Panel title="Activity">
              <Activity kind="accessGroup" id={group.id} />
            </Panel>
          )}
        </div>
        <div className="min-w-0 space-y-4">
          <Panel title="Details">
            <KeyValues
              columns={2}
              items={[
                { label: 'Account', value: <Link href={paths.account(account.id, 'access')}>{account.name}</Link>, wide: true },
                { label: 'Environment', value: labelFor('environment', account.environment) },
                { label: 'Tower', value: <Link href={paths.towers(group.tower.id)}>{group.tower.name}</Link> },
                { label: 'Family', value: <Link href={paths.family(group.family.id)}>{group.family.name}</Link> },
                {
                  label: editGroupLabels.maxDuration,
                  value: group.maxDurationHours === null ? 'No maximum' : describeHours(group.maxDurationHours),
                },
                {
                  label: 'Role assignment',
                  value: group.assignment === 'eligible' ? 'Eligible (activated when needed)' : 'Active',
                },
                { label: 'Access requests', value: group.requestable ? 'Open to everyone' : 'Closed (owners add members)' },
              ]}
            />
          </Panel>
          <GroupApprovers group={group} />
        </div>
      </div>
      <Suspense>
        {open === 'request' && <RequestAccessDialog account={account} group={group} onOpenChange={close} />}
        {open === 'extend' && <RequestAccessDialog account={account} group={group} until={mine.until ?? undefined} onOpenChange={close} />}
        {open === 'edit' && <EditGroupDialog group={group} onOpenChange={close} />}
      </Suspense>
    </Page>
  )
}

function GroupApprovers({ group }: { group: AccessGroupDetail }) {
  const check = useQuery(checkAccessRequest(group.account.id, group.id))
  return (
    <Panel title="Approvers" description="Approvers of a request that you submit now.">
      {check.error ? (
        <p className="text-ink-2">We couldn’t load the approvers. You can still submit a request.</p>
      ) : check.data ? (
        <ApprovalStagesPreview preview={check.data} />
      ) : (
        <SkeletonText lines={3} />
      )}
    </Panel>
  )
}
