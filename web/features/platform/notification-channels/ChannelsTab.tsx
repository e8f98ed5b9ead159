import type { UseQueryResult } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { ActivityDrawer } from '../../../shared/ActivityDrawer.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { ChannelRow } from './ChannelRow.tsx'
import { channelLabels } from './labels.ts'
import type { PendingChannel } from './pendingChannel.ts'
import type { Channel, CreatedChannel } from './types.ts'

const ChannelDialog = lazyComponent(() => import('./ChannelDialog.tsx').then(({ ChannelDialog }) => ({ default: ChannelDialog })))
const RotateDialog = lazyComponent(() => import('./RotateDialog.tsx').then(({ RotateDialog }) => ({ default: RotateDialog })))
const DeleteChannelDialog = lazyComponent(() =>
  import('./DeleteChannelDialog.tsx').then(({ DeleteChannelDialog }) => ({ default: DeleteChannelDialog })),
)
const SecretDialog = lazyComponent(() => import('./SecretDialog.tsx').then(({ SecretDialog }) => ({ default: SecretDialog })))

type OpenDialog = { kind: 'edit' | 'rotate' | 'delete' | 'follow'; channel: Channel } | { kind: 'secret'; channel: CreatedChannel }

export function ChannelsTab({
  channels,
  current,
  pendingChannel,
  onClearDraft,
}: {
  channels: UseQueryResult<CallResult<'listNotificationChannels'>>
  current: string | undefined
  pendingChannel: PendingChannel | undefined
  onClearDraft: () => void
}) {
  const [selected, setSelected] = useState<OpenDialog>()
  const close = () => {
    onClearDraft()
    setSelected(undefined)
  }
  if (!channels.data)
    return (
      <Panel>
        <Loading subject="the channels" query={channels} lines={8} />
      </Panel>
    )
  const { items, topics } = channels.data
  const otherChannels = items.filter(({ type }) => type !== 'mail')
  const editedChannel = pendingChannel && items.find(({ id }) => id === pendingChannel.id)
  const open =
    selected ?? (editedChannel && pendingChannel.kind !== 'add' ? { kind: pendingChannel.kind, channel: editedChannel } : undefined)
  const row = (channel: Channel) => (
    <ChannelRow
      key={channel.id}
      channel={channel}
      topics={topics}
      current={channel.id === current}
      onOpen={(kind) => setSelected({ kind, channel })}
    />
  )
  return (
    <div className="space-y-4">
      <Panel flush title="Email" description="Sent to people as set in their notification settings.">
        <ul aria-label="Email">{items.filter(({ type }) => type === 'mail').map(row)}</ul>
      </Panel>
      <Panel flush title="Chats and webhooks" description="Each notification is one message, visible to all members of the channel.">
        {otherChannels.length > 0 ? (
          <ul aria-label="Chats and webhooks" className="divide-y divide-line">
            {otherChannels.map(row)}
          </ul>
        ) : (
          <div className="p-4">
            <EmptyState icon={Megaphone} title={channelLabels.none}>
              Add a Slack or Teams channel for pending approvals, or a webhook for your own program.
            </EmptyState>
          </div>
        )}
      </Panel>
      <Suspense>
        {open?.kind === 'edit' && (
          <ChannelDialog channel={open.channel} topics={topics} pendingChannel={pendingChannel?.draft} onClose={close} />
        )}
        {open?.kind === 'rotate' && (
          <RotateDialog channel={open.channel} onClose={close} onRotated={(channel) => setSelected({ kind: 'secret', channel })} />
        )}
        {open?.kind === 'delete' && <DeleteChannelDialog channel={open.channel} onClose={close} />}
        {open?.kind === 'follow' && <ActivityDrawer kind="channel" id={open.channel.id} name={open.channel.name} onClose={close} />}
        {open?.kind === 'secret' && <SecretDialog channel={open.channel} onClose={close} />}
      </Suspense>
    </div>
  )
}
