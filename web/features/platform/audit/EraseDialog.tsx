import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewAuditErasure } from '../../../api/auditQueries.ts'
import type { CallResult } from '../../../api/client.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { StepUpHint } from '../../../shared/StepUpHint.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { erasureLabels } from './auditLabels.ts'

const minLength = 10

export function EraseDialog({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  const erase = useCall('requestAuditErasure', ['auditErasure'])
  const [people, setPeople] = useState<Person[]>([])
  const [reason, setReason] = useState('')
  const [includesName, setIncludesName] = useState(false)
  const person = people.at(-1)
  const preview = useQuery({ ...previewAuditErasure(person?.id ?? ''), enabled: person !== undefined })
  const reasonProblem = reason.trim().length < minLength ? 'Enter a legal ground of at least 10 characters.' : undefined
  const form = useForm(erase, { reason: reasonProblem }, async () => {
    if (!person || !preview.data) return
    await erase.mutateAsync({ body: { personId: person.id, reason: reason.trim(), ...(includesName && { alsoByName: includesName }) } })
    toast.ok('Erasure requested', { description: 'Another administrator must confirm it within 7 days.' })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={erasureLabels.request}
      description="Another administrator must confirm it within 7 days. Nothing is erased until then."
      action={erasureLabels.request}
      variant="danger"
      disabledReason={person ? undefined : 'Choose a person.'}
      aside={<StepUpHint needed={!form.problem} />}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <PersonPicker
        label={erasureLabels.person}
        name="personId"
        value={person ? [person] : []}
        onChange={(next) => setPeople(next.slice(-1))}
        error={form.errorOf('personId')}
      />
      {person &&
        (preview.data ? (
          <ErasurePreview counts={preview.data} />
        ) : preview.error ? (
          <Banner tone="bad" title={problemOf(preview.error).message} />
        ) : (
          <SkeletonText lines={4} />
        ))}
      {person && preview.data && (
        <>
          {preview.data.byName > 0 && (
            <Checkbox
              label={`Include ${count(preview.data.byName, 'event')} that match only by name`}
              hint="Other people can have the same name."
              checked={includesName}
              onChange={({ target }) => setIncludesName(target.checked)}
            />
          )}
          <TextArea
            label={erasureLabels.legalGround}
            hint="Stays in the audit trail permanently. Name the request and the law, not the person."
            rows={3}
            maxLength={1_000}
            {...form.text('reason', reason, setReason)}
          />
        </>
      )}
    </FormDialog>
  )
}

function ErasurePreview({ counts }: { counts: CallResult<'previewAuditErasure'> }) {
  return (
    <section aria-label="Data to erase" className="space-y-3 rounded-md border border-line bg-sunken p-3">
      <KeyValues
        columns={1}
        items={[
          { label: erasureLabels.ownEvents, value: count(counts.who, 'event') },
          { label: 'Subject of events about this person', value: count(counts.subject, 'event') },
          { label: 'Names, email addresses and IDs in the content of events', value: count(counts.what, 'event') },
        ]}
      />
      {counts.unchained > 0 && (
        <p className="text-sm text-ink-2">{count(counts.unchained, 'event')} can’t be erased yet. Wait a few seconds.</p>
      )}
    </section>
  )
}
