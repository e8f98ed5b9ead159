import { SpanField } from '../../../shared/SpanField.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { ApproverField } from './ApproverField.tsx'
import { ConditionField } from './ConditionField.tsx'
import type { EditorPart } from './editorPart.ts'
import { OrderedList } from './OrderedList.tsx'
import { newStage, type StageDraft } from './policyDraft.ts'
import type { ApproverRule } from './types.ts'
import { WarningText } from './WarningText.tsx'

const max = 12

interface StageFieldsProps {
  stages: StageDraft[]
  readings: readonly string[]
  part: EditorPart
  onChange: (stages: StageDraft[]) => void
}

export function StageFields({ stages, readings, part, onChange }: StageFieldsProps) {
  const first = (part.relations[0] ?? 'role') as ApproverRule['kind']
  return (
    <OrderedList
      label="Stages"
      what="stage"
      addLabel="Add stage"
      items={stages}
      max={max}
      empty="No approval stages."
      titleOf={(stage, index) => stage.name.trim() || `New stage ${index + 1}`}
      another={() => newStage(first)}
      onChange={onChange}
    >
      {(stage, set, index) => <Stage stage={stage} at={`stages.${index}`} reading={readings[index]} part={part} set={set} />}
    </OrderedList>
  )
}

interface StageProps {
  stage: StageDraft
  at: string
  reading: string | undefined
  part: EditorPart
  set: (change: Partial<StageDraft>) => void
}

function Stage({ stage, at, reading, part, set }: StageProps) {
  const { errorAt, warningAt, relations, named, onNamed } = part
  const warnings = [at, `${at}.rule`, `${at}.alternates`, `${at}.remindAfterHours`].flatMap((index) => warningAt(index) ?? [])
  const hours = (label: string, field: 'remindAfterHours' | 'hoursToDecide' | 'escalateAfterHours', hintText: string) => (
    <SpanField
      label={label}
      name={`${at}.${field}`}
      hint={hintText}
      min={1}
      max={2_160}
      optional={field !== 'escalateAfterHours'}
      value={stage[field] ?? null}
      error={errorAt(`${at}.${field}`)}
      onChange={(value) => set({ [field]: value ?? undefined })}
    />
  )
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <TextField
          label="Name"
          name={`${at}.name`}
          maxLength={80}
          value={stage.name}
          error={errorAt(`${at}.name`)}
          onChange={(event) => set({ name: event.target.value })}
        />
        <NumberField
          label="Votes needed"
          name={`${at}.minimum`}
          min={1}
          max={10}
          value={stage.minimum}
          error={errorAt(`${at}.minimum`)}
          onChange={(value) => set({ minimum: value ?? 1 })}
        />
      </div>
      <ApproverField
        label="Approvers"
        name={`${at}.rule`}
        rule={stage.rule}
        error={errorAt(`${at}.rule`)}
        relations={relations}
        named={named}
        onNamed={onNamed}
        onChange={(rule) => set({ rule })}
        withFallback
      />
      <Checkbox
        label="Only for requests that match a condition"
        checked={stage.when !== undefined}
        onChange={(event) => set({ when: event.target.checked ? '' : undefined })}
      />
      {stage.when !== undefined && (
        <ConditionField
          name={`${at}.when`}
          value={stage.when}
          error={errorAt(`${at}.when`)}
          warning={warningAt(`${at}.when`)}
          kind={part.kind}
          facts={part.facts}
          onChange={(when) => set({ when })}
        />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {hours('Reminder after', 'remindAfterHours', 'Default: 2 days.')}
        {hours('Expires after', 'hoursToDecide', 'Default: 14 days.')}
      </div>
      <Checkbox
        label="Add approvers if the stage isn’t decided in time"
        checked={stage.alternates !== undefined}
        onChange={(event) =>
          set(
            event.target.checked
              ? { alternates: { kind: 'role', role: 'Slipway.Admin' }, escalateAfterHours: stage.escalateAfterHours ?? 72 }
              : { alternates: undefined, escalateAfterHours: undefined },
          )
        }
      />
      {stage.alternates && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {hours('Add approvers after', 'escalateAfterHours', 'Counted from the start of the stage.')}
          <ApproverField
            label="Additional approvers"
            hint="The approvers above can still decide."
            name={`${at}.alternates`}
            rule={stage.alternates}
            error={errorAt(`${at}.alternates`)}
            relations={relations}
            named={named}
            onNamed={onNamed}
            onChange={(alternates) => set({ alternates })}
          />
        </div>
      )}
      {warnings.map((text) => (
        <WarningText key={text}>{text}</WarningText>
      ))}
      {reading && <p className="border-t border-line pt-3 text-sm wrap-anywhere text-ink-2">{reading}</p>}
    </>
  )
}
