import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listNotificationChannels } from '../../../api/notificationAdmin.ts'
import { getMe } from '../../../api/queries.ts'
import { discardStepUpCall } from '../../../api/stepUp.ts'
import { paths } from '../../../paths.ts'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { Trend } from '../../../shared/Trend.tsx'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { ChannelsTab } from './ChannelsTab.tsx'
import { DeliveriesTab } from './DeliveriesTab.tsx'
import { channelLabels } from './labels.ts'
import { pendingChannel } from './pendingChannel.ts'

const ChannelDialog = lazyComponent(() => import('./ChannelDialog.tsx').then(({ ChannelDialog }) => ({ default: ChannelDialog })))

const route = getRouteApi('/admin/notifications')
const tabDescriptions = {
  channels: 'Email, chats and webhooks that get notifications in addition to the portal.',
  deliveries: 'Messages sent in the last 90 days or queued, with each receiver’s response.',
}

export function NotificationAdminPage() {
  const { tab = 'channels', id } = route.useSearch()
  const currentUser = useQuery(getMe()).data
  const isResponsible = currentUser?.roles.includes('admin') || currentUser?.roles.includes('auditor')
  const channels = useQuery({ ...listNotificationChannels(), enabled: isResponsible === true })
  const [restoredChannel, setRestoredChannel] = useState(() => pendingChannel(currentUser?.id))
  const [isAdding, setIsAdding] = useState(restoredChannel?.kind === 'add')
  const discardDraft = () => {
    discardStepUpCall()
    setRestoredChannel(undefined)
  }
  if (currentUser && !isResponsible) return <AccessDeniedPage reason={channelLabels.denied} homeHref={paths.home()} />
  const failing = channels.data?.items.filter(({ state }) => state === 'failing').length ?? 0
  return (
    <Page
      title="Notification channels"
      description={tabDescriptions[tab]}
      actions={
        tab === 'channels' &&
        isAllowed(channels.data, 'create') && (
          <Button variant="primary" icon={Plus} onClick={() => setIsAdding(true)}>
            {channelLabels.add}
          </Button>
        )
      }
      tabs={
        <Tabs
          label="Notification channels"
          current={tab}
          items={[
            {
              id: 'channels',
              label: 'Channels',
              href: paths.notificationAdmin(),
              ...(failing > 0 && { count: failing, countTone: 'bad' as const }),
            },
            { id: 'deliveries', label: channelLabels.deliveries, href: paths.notificationAdmin({ tab: 'deliveries' }) },
          ]}
        />
      }
    >
      {tab === 'deliveries' && isResponsible && <Trend name="deliveries" />}
      {tab === 'channels' ? (
        <ChannelsTab channels={channels} current={id} pendingChannel={restoredChannel} onClearDraft={discardDraft} />
      ) : (
        <DeliveriesTab />
      )}
      <Suspense>
        {isAdding && channels.data && (
          <ChannelDialog
            topics={channels.data.topics}
            pendingChannel={restoredChannel?.draft}
            onClose={() => {
              discardDraft()
              setIsAdding(false)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
