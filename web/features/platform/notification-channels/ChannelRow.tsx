import { Ellipsis, History, KeyRound, Pencil, Power, ScrollText, Send, Trash2 } from 'lucide-react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { describeSince } from '../../../shared/waits.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { describeTopics } from './describeTopics.ts'
import { stateLabels, typeLabels } from './labels.ts'
import type { Channel, TopicGroup } from './types.ts'

export function ChannelRow({
  channel,
  topics,
  current,
  onOpen,
}: {
  channel: Channel
  topics: readonly TopicGroup[]
  current: boolean
  onOpen: (dialog: 'edit' | 'rotate' | 'delete' | 'follow') => void
}) {
  const { id, type, name, address, state, enabled, version } = channel
  const test = useCall('testNotificationChannel', ['delivery'])
  const update = useCall('updateNotificationChannel', ['channel'])
  const failed = (error: unknown) => toast.bad(problemOf(error).message)
  const log = paths.notificationAdmin({ tab: 'deliveries', filter: `channel==${id}` })
  const sendTest = () =>
    test.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          toast.ok(type === 'mail' ? 'Test sent to you' : `Test sent to ${name}`, {
            description: 'See Deliveries for the result.',
          }),
        onError: failed,
      },
    )
  const toggleEnabled = () =>
    update.mutate(
      { params: { id }, body: { enabled: !enabled }, headers: ifMatch(version) },
      { onSuccess: () => toast.ok(`${name} switched ${enabled ? 'off' : 'on'}`), onError: failed },
    )
  const Glyph = typeLabels[type].icon
  const scope = channel.tower ?? channel.family ?? channel.account
  return (
    <li
      aria-label={name}
      aria-current={current || undefined}
      className={cx('flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3', current && 'bg-selected')}
    >
      <div className="flex min-w-0 flex-1 basis-72 gap-3">
        <Glyph size={18} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
        <div className="min-w-0 space-y-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium wrap-anywhere">{type === 'mail' ? typeLabels.mail.label : name}</span>
            {type !== 'mail' && <span className="text-sm text-ink-2">{typeLabels[type].label}</span>}
            <Status tone={stateLabels[state].tone} pill>
              {stateLabels[state].label}
            </Status>
          </p>
          {address && <p className="font-mono text-sm wrap-anywhere text-ink-2">{address}</p>}
          {type !== 'mail' && (
            <p className="text-sm">
              {describeTopics(channel.topics, topics)}
              {scope && <span className="text-ink-2">, only for {scope.name}</span>}
            </p>
          )}
          <Health channel={channel} />
        </div>
      </div>
      <div className="flex items-center gap-1.5">
        <Button size="sm" icon={Send} loading={test.isPending} disabledReason={reasonOf(channel, 'test')} onClick={sendTest}>
          Send test
        </Button>
        <Menu
          trigger={<IconButton size="sm" icon={Ellipsis} label={`More actions for ${name}`} />}
          items={[
            { label: 'Deliveries', icon: ScrollText, href: log },
            { label: 'Activity', icon: History, onSelect: () => onOpen('follow') },
            ...(type === 'mail'
              ? []
              : [{ label: 'Edit', icon: Pencil, onSelect: () => onOpen('edit'), disabledReason: reasonOf(channel, 'update') }]),
            ...(type === 'webhook'
              ? [
                  {
                    label: 'Replace secret',
                    icon: KeyRound,
                    onSelect: () => onOpen('rotate'),
                    disabledReason: reasonOf(channel, 'rotate'),
                  },
                ]
              : []),
            {
              label: enabled ? 'Switch off' : 'Switch on',
              icon: Power,
              onSelect: toggleEnabled,
              disabledReason: reasonOf(channel, 'enable'),
              separated: true,
            },
            ...(type === 'mail'
              ? []
              : [
                  {
                    label: 'Delete',
                    icon: Trash2,
                    danger: true,
                    onSelect: () => onOpen('delete'),
                    disabledReason: reasonOf(channel, 'delete'),
                  },
                ]),
          ]}
        />
      </div>
    </li>
  )
}

function Health({ channel }: { channel: Channel }) {
  const { type, state, disabledReason, lastProblem, failingSince, nextAttemptAt, lastSentAt, waiting, oldSecretUntil } = channel
  if (state === 'notSetUp') return <p className="max-w-prose text-sm text-ink-2">{String(channel.can.enable)}</p>
  return (
    <div className="space-y-0.5 text-sm text-ink-2">
      {state === 'failing' && lastProblem && (
        <p className="max-w-prose wrap-anywhere text-bad">
          {lastProblem}
          {failingSince && <> Failing {describeSince(failingSince)}.</>}
        </p>
      )}
      {state === 'off' && (
        <p className="max-w-prose wrap-anywhere">{disabledReason ?? (type === 'mail' ? 'No email is sent.' : 'No messages are sent.')}</p>
      )}
      <p className="flex flex-wrap gap-x-3">
        {lastSentAt && (
          <span>
            Last sent <RelativeTime at={lastSentAt} />
          </span>
        )}
        {waiting > 0 && <span>{waiting >= 10_000 ? 'More than 10,000' : formatNumber(waiting)} waiting</span>}
        {nextAttemptAt && (
          <span>
            Next attempt <DateTime at={nextAttemptAt} />
          </span>
        )}
        {oldSecretUntil && (
          <span>
            Previous secret valid until <DateTime at={oldSecretUntil} />
          </span>
        )}
      </p>
    </div>
  )
}
