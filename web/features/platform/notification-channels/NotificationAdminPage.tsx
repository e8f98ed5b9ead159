import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listNotificationChannels } from '../../../api/notificationAdmin.ts'
import { getMe } from '../../../api/queries.ts'
import { dropHeldCall } from '../../../api/stepUp.ts'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { RefusedPage } from '../../../shell/Pages.tsx'
import { Button } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { ChannelsTab } from './ChannelsTab.tsx'
import { DeliveriesTab } from './DeliveriesTab.tsx'
import { heldChannel } from './heldChannel.ts'
import { channelLabels } from './labels.ts'

const ChannelDialog = late(() => import('./ChannelDialog.tsx').then(({ ChannelDialog }) => ({ default: ChannelDialog })))

const route = getRouteApi('/admin/notifications')
const about = {
  channels: 'Where notifications are sent besides the portal: mail, chats and webhooks.',
  deliveries: 'Messages sent in the last 90 days or queued, with each receiver’s response.',
}

export function NotificationAdminPage() {
  const { tab = 'channels', id } = route.useSearch()
  const me = useQuery(getMe()).data
  const isResponsible = me?.roles.includes('admin') || me?.roles.includes('auditor')
  const channels = useQuery({ ...listNotificationChannels(), enabled: isResponsible === true })
  const [held, setHeld] = useState(() => heldChannel(me?.id))
  const [adding, setAdding] = useState(held?.kind === 'add')
  const forget = () => {
    dropHeldCall()
    setHeld(undefined)
  }
  if (me && !isResponsible)
    return (
      <RefusedPage
        reason="Only administrators and auditors can see notification channels. Choose your own notifications in your settings."
        homeHref={paths.home()}
      />
    )
  const failing = channels.data?.items.filter(({ state }) => state === 'failing').length ?? 0
  return (
    <Page
      title="Notification channels"
      description={about[tab]}
      actions={
        tab === 'channels' && (
          <Button
            variant="primary"
            icon={Plus}
            disabledReason={channels.data && reasonOf(channels.data, 'create')}
            onClick={() => setAdding(true)}
          >
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
            { id: 'deliveries', label: 'Deliveries', href: paths.notificationAdmin({ tab: 'deliveries' }) },
          ]}
        />
      }
    >
      {tab === 'channels' ? <ChannelsTab channels={channels} current={id} held={held} onForget={forget} /> : <DeliveriesTab />}
      <Suspense>
        {adding && channels.data && (
          <ChannelDialog
            topics={channels.data.topics}
            held={held?.draft}
            onClose={() => {
              forget()
              setAdding(false)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
