import { useState } from 'react'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { busyReason } from '../../../shared/formLabels.ts'
import { type TagRow, TagsField } from '../../../shared/TagsField.tsx'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { RadioCards } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { tagsLabels } from './labels.ts'
import { TagsResults } from './TagsResults.tsx'
import type { TaggableResource } from './tagsRules.ts'
import { collectTags, tagsOf, tagsProblem } from './tagsRules.ts'
import { type TagChange, useTagging } from './useTagging.ts'

type Operation = TagChange['operation']
const operations: { value: Operation; label: string; hint: string }[] = [
  { value: 'merge', label: 'Add or change', hint: 'Other tags stay as they are.' },
  { value: 'delete', label: 'Remove', hint: 'Leave the value empty to match any value.' },
  { value: 'replace', label: 'Replace all', hint: 'Only these tags and the management tag remain.' },
]

export function TagsDialog({
  accountId,
  things: now,
  onOpenChange,
}: {
  accountId: string
  things: readonly TaggableResource[]
  onOpenChange: (open: boolean) => void
}) {
  // The dialog keeps its selection, because the list behind it updates.
  const [things] = useState(now)
  const [operation, setOperation] = useState<Operation>('merge')
  const [rows, setRows] = useState<TagRow[]>([{ name: '', value: '' }])
  const { doing, results, problem, send } = useTagging(accountId)
  const ids = things.map(({ id }) => id)
  const tags = tagsOf(rows)
  const isEmpty = Object.keys(tags).length === 0
  const errorMessage = tagsProblem(rows, ids)
  const failed = ids.filter((id) => results.get(id)?.ok !== true)
  const hasStarted = results.size > 0
  const submit = async () => {
    if (!errorMessage && !doing && (!isEmpty || operation === 'replace')) await send({ operation, tags }, hasStarted ? failed : ids)
  }
  const shared = {
    size: 'lg' as const,
    title: things.length === 1 ? `Edit tags of ${things[0]!.name}` : `Edit tags of ${count(things.length, 'resource')}`,
    closeDisabledReason: doing ? busyReason : undefined,
  }
  const progress = doing && <Progress label="Updating tags" value={doing.done / doing.of} text={`${doing.done} of ${doing.of}`} />
  const close = () => onOpenChange(false)
  if (hasStarted)
    return (
      <Dialog
        {...shared}
        open
        onOpenChange={onOpenChange}
        footer={
          <>
            {!doing && failed.length > 0 && <Button onClick={() => void submit()}>{tagsLabels.retry(failed.length)}</Button>}
            <Button variant="primary" disabledReason={shared.closeDisabledReason} onClick={close}>
              {tagsLabels.done}
            </Button>
          </>
        }
      >
        <div className="space-y-4">
          <FormProblem problem={problem} />
          {progress}
          <TagsResults things={things} results={results} />
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      {...shared}
      action={operation === 'replace' && isEmpty ? 'Remove all tags' : tagsLabels.save}
      disabledReason={errorMessage ?? (isEmpty && operation !== 'replace' ? 'Add at least one tag.' : undefined)}
      form={{ submit, busy: !!doing, problem }}
      onClose={close}
    >
      {progress}
      <RadioCards
        label="Change"
        columns={3}
        options={operations}
        value={operation}
        onChange={(value) => setOperation(value as Operation)}
      />
      <TagsField optional={operation === 'replace'} value={rows} onChange={setRows} error={errorMessage ?? fieldError(problem, 'tags')} />
      <ExistingTags things={things} onPick={(row) => setRows([...rows.filter(({ name, value }) => name || value), row])} />
      {operation === 'replace' && (
        <Banner tone="warn" title={`All other tags on ${things.length === 1 ? things[0]!.name : 'these resources'} will be removed`}>
          The audit trail records the removed tags, but you need to restore them manually.
        </Banner>
      )}
    </FormDialog>
  )
}

function ExistingTags({ things, onPick }: { things: readonly TaggableResource[]; onPick: (row: TagRow) => void }) {
  const currentTags = collectTags(things.map(({ tags }) => tags))
  if (currentTags.length === 0) return <p className="text-sm text-ink-2">No current tags.</p>
  return (
    <div>
      <h3 className="mb-1 text-sm font-semibold">Current tags</h3>
      <ul className="flex flex-wrap gap-1.5">
        {currentTags.map(({ name, value, on }) => (
          <li key={name} className="min-w-0">
            <button
              type="button"
              className="max-w-full rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-left text-sm wrap-anywhere hover:border-line-strong"
              onClick={() => onPick({ name, value: value ?? '' })}
            >
              <span className="sr-only">Copy </span>
              {name}: {value ?? <span className="text-ink-2">different values</span>}
              {on < things.length && <span className="text-ink-2"> · on {on}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
