import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewAuditErasure } from '../../api/auditQueries.ts'
import type { CallResult } from '../../api/client.ts'
import { problemOf } from '../../api/problem.ts'
import { useCall } from '../../api/useCall.ts'
import { FormDialog } from '../../shared/FormDialog.tsx'
import { fieldError } from '../../shared/fieldError.ts'
import { type Person, PersonPicker } from '../../shared/PersonPicker.tsx'
import { count } from '../../shared/waits.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Checkbox } from '../../ui/Choice.tsx'
import { KeyValues } from '../../ui/KeyValues.tsx'
import { SkeletonText } from '../../ui/Skeleton.tsx'
import { TextArea, TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'

const shortest = 10

/** Takes a person out of the trail: first what would go, then for good. */
export function EraseDialog({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  const erase = useCall('eraseAuditPersonalData', ['auditVerification'])
  const [people, setPeople] = useState<Person[]>([])
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [alsoByName, setAlso] = useState(false)
  const [tried, setTried] = useState(false)
  const person = people.at(-1)
  const preview = useQuery({ ...previewAuditErasure(person?.id ?? ''), enabled: person !== undefined })
  const problem = erase.error ? problemOf(erase.error) : undefined
  const submit = async () => {
    setTried(true)
    if (!person || !preview.data || reason.trim().length < shortest || typed !== person.displayName || erase.isPending) return
    try {
      await erase.mutateAsync({ body: { personId: person.id, reason: reason.trim(), ...(alsoByName && { alsoByName }) } })
    } catch {
      return // shown in the dialog
    }
    toast.ok(`${person.displayName} is erased from the audit trail`)
    onOpenChange(false)
  }
  return (
    <FormDialog
      title="Erase a person from the audit trail"
      description="It cannot be taken back. Who ordered it and why stays in the trail."
      action="Erase for good"
      variant="danger"
      busy={erase.isPending}
      disabledReason={person ? undefined : 'Choose a person first'}
      problem={problem}
      onSubmit={submit}
      onClose={() => onOpenChange(false)}
    >
      <PersonPicker
        label="Person"
        name="personId"
        value={person ? [person] : []}
        onChange={(next) => setPeople(next.slice(-1))}
        error={fieldError(problem, 'personId')}
      />
      {person &&
        (preview.data ? (
          <Rehearsal counts={preview.data} />
        ) : preview.error ? (
          <Banner tone="bad" title={problemOf(preview.error).message} />
        ) : (
          <SkeletonText lines={4} />
        ))}
      {person && preview.data && (
        <>
          {preview.data.byName > 0 && (
            <Checkbox
              label={`Also ${count(preview.data.byName, 'event')} that only hold the name`}
              hint="Others may be called so. Without it these stay."
              checked={alsoByName}
              onChange={({ target }) => setAlso(target.checked)}
            />
          )}
          <TextArea
            label="On what ground"
            hint="Stays in the trail for good: name the request and the law, not the person."
            name="reason"
            rows={3}
            maxLength={1_000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={
              (tried && reason.trim().length < shortest ? 'Say it in ten characters or more.' : undefined) ?? fieldError(problem, 'reason')
            }
          />
          <TextField
            label={`Type ${person.displayName} to go on`}
            name="typed"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={tried && typed !== person.displayName ? 'It is not the same.' : undefined}
          />
        </>
      )}
    </FormDialog>
  )
}

function Rehearsal({ counts }: { counts: CallResult<'previewAuditErasure'> }) {
  return (
    <section aria-label="What would go" className="space-y-3 rounded-md border border-line bg-sunken p-3">
      <KeyValues
        columns={1}
        items={[
          { label: 'They did something: who it was is erased', value: count(counts.who, 'event') },
          { label: 'It was about them: whom is erased', value: count(counts.subject, 'event') },
          { label: 'The content names them: before, after and reason are erased', value: count(counts.what, 'event') },
        ]}
      />
      {counts.notYet > 0 && (
        <p className="text-sm text-ink-2">{count(counts.notYet, 'event')} of this moment cannot be touched yet. Wait a few seconds.</p>
      )}
    </section>
  )
}
