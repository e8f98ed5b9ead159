import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Copy, Ellipsis, FilePen, Pencil, PowerOff, Siren, Trash2, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { getAccountEmergencyAccess } from '../api/emergencyQueries.ts'
import { isNotFound } from '../api/problem.ts'
import { getAccount } from '../api/queries.ts'
import { EmergencyBanner } from '../features/access/emergency/EmergencyBanner.tsx'
import { accountActionLabels } from '../features/accounts/accounts/labels.ts'
import { OverviewTab } from '../features/accounts/accounts/OverviewTab.tsx'
import { DecommissionPending } from '../features/accounts/decommission/DecommissionPending.tsx'
import { PendingAccountUpdates } from '../features/accounts/updates/PendingAccountUpdates.tsx'
import { paths } from '../paths.ts'
import { LoadError } from '../shared/LoadError.tsx'
import { labelFor } from '../shared/labels.ts'
import { reasonOf } from '../shared/reasonOf.ts'
import { StatusBadge } from '../shared/StatusBadge.tsx'
import { SubscriptionFacts } from '../shared/SubscriptionFacts.tsx'
import { useIsAdmin } from '../shared/useIsAdmin.ts'
import { NotFoundPage } from '../shell/Pages.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Page } from '../ui/Page.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonFacts, SkeletonText } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { accountTabs } from './accountTabs.tsx'
import { accountTabTitles } from './accountTabTitles.ts'
import { OpenAccountInAzure } from './OpenAccountInAzure.tsx'

const EditAccountDialog = lazyComponent(() =>
  import('../features/accounts/accounts/EditAccountDialog.tsx').then(({ EditAccountDialog }) => ({ default: EditAccountDialog })),
)
const DecommissionPanel = lazyComponent(() =>
  import('../features/accounts/decommission/DecommissionPanel.tsx').then(({ DecommissionPanel }) => ({ default: DecommissionPanel })),
)
const StartEmergencyDialog = lazyComponent(() =>
  import('../features/access/emergency/StartEmergencyDialog.tsx').then(({ StartEmergencyDialog }) => ({ default: StartEmergencyDialog })),
)
const OwnersDialog = lazyComponent(() =>
  import('../features/accounts/accounts/OwnersDialog.tsx').then(({ OwnersDialog }) => ({ default: OwnersDialog })),
)

const RecordDialog = lazyComponent(() =>
  import('../features/accounts/accounts/RecordDialog.tsx').then(({ RecordDialog }) => ({ default: RecordDialog })),
)
const DeleteAccountDialog = lazyComponent(() =>
  import('../features/accounts/accounts/DeleteAccountDialog.tsx').then(({ DeleteAccountDialog }) => ({ default: DeleteAccountDialog })),
)

const route = getRouteApi('/accounts/$id')
const breadcrumbs = [{ label: 'Accounts', href: paths.accounts() }]

export function AccountPage() {
  const { id } = route.useParams()
  const { tab = 'overview' } = route.useSearch()
  const { data: account, error, refetch } = useQuery(getAccount(id))
  const emergency = useQuery(getAccountEmergencyAccess(id)).data
  const isAdmin = useIsAdmin()
  const [open, setOpen] = useState<'edit' | 'owners' | 'record' | 'delete' | 'emergency'>()
  if (isNotFound(error)) return <NotFoundPage subject="account" homeHref={paths.accounts()} homeLabel="Accounts" />
  if (error && !account) {
    return (
      <Page title="Account" breadcrumbs={breadcrumbs}>
        <Panel>
          <LoadError subject="the account" error={error} onRetry={refetch} />
        </Panel>
      </Page>
    )
  }
  if (!account) {
    return (
      <Page title="Account" breadcrumbs={breadcrumbs}>
        <Panel>
          <SkeletonText lines={2} />
          <SkeletonFacts count={12} />
        </Panel>
      </Page>
    )
  }
  const close = (next: boolean) => !next && setOpen(undefined)
  const Content = accountTabs.find((each) => each.id === tab)?.Content
  return (
    <Page
      title={account.name}
      breadcrumbs={breadcrumbs}
      aside={<StatusBadge status={account.status} pill />}
      description={
        <SubscriptionFacts
          facts={[labelFor('environment', account.environment), account.tower.name]}
          subscriptionId={account.subscriptionId}
          description={account.description}
        />
      }
      actions={
        <>
          <Button icon={Pencil} disabledReason={reasonOf(account, 'update')} onClick={() => setOpen('edit')}>
            {accountActionLabels.edit}
          </Button>
          <OpenAccountInAzure account={account} />
          <Menu
            trigger={<IconButton icon={Ellipsis} label={accountActionLabels.more} variant="secondary" />}
            items={[
              {
                label: accountActionLabels.editOwners,
                icon: Users,
                disabledReason: reasonOf(account, 'updateOwners'),
                onSelect: () => setOpen('owners'),
              },
              ...(isAdmin
                ? [
                    {
                      label: 'Edit record',
                      icon: FilePen,
                      disabledReason: reasonOf(account, 'administer'),
                      onSelect: () => setOpen('record'),
                    },
                  ]
                : []),
              { label: 'Request a similar account', icon: Copy, href: paths.requestAccount(account.id) },
              {
                label: accountActionLabels.emergency,
                icon: Siren,
                separated: true,
                disabledReason: emergency ? reasonOf(emergency, 'start') : 'Checking whether you are on call.',
                onSelect: () => setOpen('emergency'),
              },
              {
                label: accountActionLabels.decommission,
                icon: PowerOff,
                danger: true,
                separated: true,
                disabledReason: reasonOf(account, 'decommission'),
                href: paths.decommission(account.id),
              },
              ...(isAdmin
                ? [
                    {
                      label: accountActionLabels.deleteRecord,
                      icon: Trash2,
                      danger: true,
                      disabledReason: reasonOf(account, 'delete'),
                      onSelect: () => setOpen('delete'),
                    },
                  ]
                : []),
            ]}
          />
        </>
      }
      tabs={
        <Tabs
          label="Account"
          current={tab}
          items={[
            { id: 'overview', label: 'Overview', href: paths.account(id) },
            ...accountTabs.map((each) => ({ id: each.id, label: accountTabTitles[each.id], href: paths.account(id, each.id) })),
          ]}
        />
      }
    >
      <EmergencyBanner accountId={id} />
      {(account.status === 'decommissioning' || account.status === 'decommissioned') && (
        <Suspense fallback={<DecommissionPending />}>
          <DecommissionPanel account={account} />
        </Suspense>
      )}
      <PendingAccountUpdates account={account} />
      {tab === 'overview' && (
        <OverviewTab
          account={account}
          onOwners={() => setOpen('owners')}
          onEdit={() => setOpen('edit')}
          onRecord={() => setOpen('record')}
        />
      )}
      <Suspense fallback={<LoadingState />}>{Content && <Content account={account} />}</Suspense>
      <Suspense>
        {open === 'edit' && <EditAccountDialog account={account} onOpenChange={close} />}
        {open === 'emergency' && emergency && <StartEmergencyDialog account={account} profiles={emergency.profiles} onOpenChange={close} />}
        {open === 'owners' && <OwnersDialog account={account} onOpenChange={close} />}
        {open === 'record' && <RecordDialog account={account} onOpenChange={close} />}
        {open === 'delete' && <DeleteAccountDialog account={account} onOpenChange={close} />}
      </Suspense>
    </Page>
  )
}

function LoadingState() {
  return (
    <Panel>
      <SkeletonText lines={8} />
    </Panel>
  )
}
