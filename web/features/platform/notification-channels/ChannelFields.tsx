import { draftFields } from '../../../shared/draftFields.ts'
import type { FormState } from '../../../shared/useForm.ts'
import { RadioCards } from '../../../ui/Checkbox.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { Draft } from './channelDraft.ts'
import { channelLabels, typeLabels } from './labels.ts'
import { ScopeFields } from './ScopeFields.tsx'
import { TopicsField } from './TopicsField.tsx'
import type { Channel, TopicGroup } from './types.ts'

const types = ['slack', 'teams', 'webhook'] as const
const hints = {
  slack: 'In Slack, open your app’s page and select “Incoming Webhooks”. The URL is a secret and isn’t shown again.',
  teams: 'In Teams, add the workflow “Send webhook alerts to a channel”. The URL is a secret and isn’t shown again.',
  webhook: 'The HTTPS URL of your program. Messages are signed, and the signing secret is shown once.',
}

export function ChannelFields({
  draft,
  onChange,
  channel,
  topics,
  errorOf,
}: {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  channel: Channel | undefined
  topics: readonly TopicGroup[]
  errorOf: FormState['errorOf']
}) {
  const { text } = draftFields({ draft, change: onChange, errorOf })
  return (
    <>
      {!channel && (
        <RadioCards
          label="Type"
          name="type"
          columns={3}
          options={types.map((value) => ({ value, ...typeLabels[value] }))}
          value={draft.type}
          onChange={(type) => onChange({ type: type as Draft['type'] })}
        />
      )}
      <TextField label={channelLabels.name} hint="For example “#checkout-approvals”." maxLength={80} {...text('name')} />
      <TextField
        label={channel ? 'New URL' : channelLabels.url}
        type="url"
        hint={channel ? `Leave empty to keep the current URL: ${channel.address}` : hints[draft.type]}
        optional={channel !== undefined}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        maxLength={2_000}
        {...text('url')}
      />
      <TopicsField groups={topics} value={draft.topics} onChange={(next) => onChange({ topics: next })} error={errorOf('topics')} />
      <ScopeFields draft={draft} onChange={onChange} errorOf={errorOf} />
    </>
  )
}
