import { Suspense, useId, useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { noteDraft } from '../../../api/stepUp.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { differing } from '../../../shared/differing.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { late } from '../../../ui/late.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { ChannelFields } from './ChannelFields.tsx'
import { type Draft, draftOf, missingIn, scopeOf } from './channelDraft.ts'
import { channelLabels } from './labels.ts'
import type { Channel, CreatedChannel, NewChannel, TopicGroup } from './types.ts'

const SecretDialog = late(() => import('./SecretDialog.tsx').then(({ SecretDialog }) => ({ default: SecretDialog })))

/** `held` is the input that the reader entered before a step-up sign-in. */
export function ChannelDialog({
  channel,
  topics,
  held,
  onClose,
}: {
  channel?: Channel
  topics: readonly TopicGroup[]
  held?: Draft | undefined
  onClose: () => void
}) {
  const form = useId()
  const create = useCall('createNotificationChannel', ['channel'])
  const update = useCall('updateNotificationChannel', ['channel'])
  const [draft, setDraft] = useState<Draft>(() => held ?? draftOf(channel))
  const [tried, setTried] = useState(false)
  const [made, setMade] = useState<CreatedChannel>()
  const busy = create.isPending || update.isPending
  const error = create.error ?? update.error
  const problem = error ? problemOf(error) : undefined
  const missing = missingIn(draft, channel !== undefined)

  const submit = async () => {
    setTried(true)
    if (busy || Object.values(missing).some(Boolean)) return
    const name = draft.name.trim()
    const chosen = { name, topics: draft.topics as NewChannel['topics'], ...scopeOf(draft) }
    try {
      if (channel) {
        const before = draftOf(channel)
        const changes = {
          ...differing({ name: channel.name, topics: channel.topics as NewChannel['topics'], ...scopeOf(before) }, chosen),
          ...(draft.url.trim() && { url: draft.url.trim() }),
        }
        if (Object.keys(changes).length > 0)
          await update.mutateAsync({ params: { id: channel.id }, body: changes, headers: ifMatch(channel.version) })
        toast.ok(`${name} updated`)
        return onClose()
      }
      const created = await create.mutateAsync({ body: { type: draft.type, url: draft.url.trim(), ...chosen } })
      toast.ok(`${name} added`, { description: 'Send a test to check that messages arrive.' })
      if (created.secret === null) return onClose()
      setMade(created)
    } catch {
      // The dialog shows the error. The address is a secret, so it isn’t stored during a sign-in.
      noteDraft({ ...draft, url: '' })
    }
  }
  if (made)
    return (
      <Suspense>
        <SecretDialog channel={made} onClose={onClose} />
      </Suspense>
    )
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !busy && onClose()}
      title={channel ? `Change ${channel.name}` : 'Add a channel'}
      description={channel ? undefined : 'Messages link to the portal. Approvers can’t decide in a chat or with a webhook.'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {channel ? 'Save changes' : channelLabels.add}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit} className="space-y-5">
        <FormProblem problem={problem} />
        {held && !problem && (
          <Banner tone="info" title={channelLabels.confirmed}>
            Your input was kept, except the address, because it’s a secret.{' '}
            {channel ? 'To change the address, paste it again.' : 'Paste the address again.'}
          </Banner>
        )}
        <ChannelFields
          draft={draft}
          onChange={(change) => setDraft({ ...draft, ...change })}
          channel={channel}
          topics={topics}
          problem={problem}
          missing={tried ? missing : {}}
        />
      </Form>
    </Dialog>
  )
}
