import { Suspense, useState } from 'react'
import { saveDraftForStepUp } from '../../../api/stepUp.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { changedFields } from '../../../shared/changedFields.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { ChannelFields } from './ChannelFields.tsx'
import { type Draft, draftOf, missingIn, scopeOf } from './channelDraft.ts'
import { channelLabels } from './labels.ts'
import type { Channel, CreatedChannel, NewChannel, TopicGroup } from './types.ts'

const SecretDialog = lazyComponent(() => import('./SecretDialog.tsx').then(({ SecretDialog }) => ({ default: SecretDialog })))

/** `pendingChannel` is the input that the reader entered before a step-up sign-in. */
export function ChannelDialog({
  channel,
  topics,
  pendingChannel,
  onClose,
}: {
  channel?: Channel
  topics: readonly TopicGroup[]
  pendingChannel?: Draft | undefined
  onClose: () => void
}) {
  const create = useCall('createNotificationChannel', ['channel'])
  const update = useCall('updateNotificationChannel', ['channel'])
  const [draft, setDraft] = useState<Draft>(() => pendingChannel ?? draftOf(channel))
  const [createdChannel, setCreatedChannel] = useState<CreatedChannel>()
  const form = useForm(channel ? update : create, missingIn(draft, channel !== undefined), async () => {
    const name = draft.name.trim()
    const selected = { name, topics: draft.topics as NewChannel['topics'], ...scopeOf(draft) }
    try {
      if (channel) {
        const before = draftOf(channel)
        const changes = {
          ...changedFields({ name: channel.name, topics: channel.topics as NewChannel['topics'], ...scopeOf(before) }, selected),
          ...(draft.url.trim() && { url: draft.url.trim() }),
        }
        if (Object.keys(changes).length > 0)
          await update.mutateAsync({ params: { id: channel.id }, body: changes, headers: ifMatch(channel.version) })
        toast.ok(`${name} updated`)
        return onClose()
      }
      const created = await create.mutateAsync({ body: { type: draft.type, url: draft.url.trim(), ...selected } })
      toast.ok(`${name} added`, { description: 'Send a test to check that messages arrive.' })
      if (created.secret === null) return onClose()
      setCreatedChannel(created)
    } catch {
      // The URL is a secret, so it isn’t stored during a sign-in.
      saveDraftForStepUp({ ...draft, url: '' })
    }
  })
  if (createdChannel)
    return (
      <Suspense>
        <SecretDialog channel={createdChannel} onClose={onClose} />
      </Suspense>
    )
  return (
    <FormDialog
      title={channel ? `Edit ${channel.name}` : channelLabels.add}
      description={channel ? undefined : 'Messages link to the portal. Approvers can’t decide in a chat or through a webhook.'}
      action={channel ? 'Save changes' : channelLabels.add}
      form={form}
      onClose={onClose}
      className="space-y-5"
    >
      {pendingChannel && !form.problem && (
        <Banner tone="info" title={channelLabels.confirmed}>
          Your input was kept, except for the URL, which is a secret.{' '}
          {channel ? 'To change the URL, paste it again.' : 'Paste the URL again.'}
        </Banner>
      )}
      <ChannelFields
        draft={draft}
        onChange={(change) => setDraft({ ...draft, ...change })}
        channel={channel}
        topics={topics}
        errorOf={form.errorOf}
      />
    </FormDialog>
  )
}
