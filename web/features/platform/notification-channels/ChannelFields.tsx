import type { ProblemWords } from '../../../api/problem.ts'
import { fieldError } from '../../../shared/fieldError.ts'
import { RadioCards } from '../../../ui/Choice.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { Draft, Missing } from './channelDraft.ts'
import { ScopeFields } from './ScopeFields.tsx'
import { TopicsField } from './TopicsField.tsx'
import type { Channel, TopicGroup } from './types.ts'
import { typeWords } from './words.ts'

const types = ['slack', 'teams', 'webhook'] as const
const hints = {
  slack: 'From the app’s page in Slack, under “Incoming Webhooks”. It is as secret as a password and not shown again.',
  teams: 'From the workflow “Send webhook alerts to a channel” in Teams. It is as secret as a password and not shown again.',
  webhook: 'Where your program takes it, by https. What it gets is signed; the secret is shown once.',
}

export function ChannelFields({
  draft,
  onChange,
  channel,
  topics,
  problem,
  missing,
}: {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  channel: Channel | undefined
  topics: readonly TopicGroup[]
  problem: ProblemWords | undefined
  missing: Missing
}) {
  return (
    <>
      {!channel && (
        <RadioCards
          label="What is it?"
          name="type"
          columns={3}
          options={types.map((value) => ({ value, ...typeWords[value] }))}
          value={draft.type}
          onChange={(type) => onChange({ type: type as Draft['type'] })}
        />
      )}
      <TextField
        label="Name"
        name="name"
        hint="What people call it: “#checkout-approvals”."
        maxLength={80}
        value={draft.name}
        onChange={(event) => onChange({ name: event.target.value })}
        error={missing.name ?? fieldError(problem, 'name')}
      />
      <TextField
        label={channel ? 'New address' : 'Address'}
        name="url"
        type="url"
        hint={channel ? `Leave it empty to keep the one it has: ${channel.address}` : hints[draft.type]}
        optional={channel !== undefined}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        maxLength={2_000}
        value={draft.url}
        onChange={(event) => onChange({ url: event.target.value })}
        error={missing.url ?? fieldError(problem, 'url')}
      />
      <TopicsField
        groups={topics}
        value={draft.topics}
        onChange={(next) => onChange({ topics: next })}
        error={missing.topics ?? fieldError(problem, 'topics')}
      />
      <ScopeFields draft={draft} onChange={onChange} problem={problem} missing={missing.place} />
    </>
  )
}
