import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { uiLabels } from '../../../ui/labels.ts'
import { PersonChip } from '../../../ui/Person.tsx'
import { Status } from '../../../ui/Status.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { describeFallback, describeGap, type Gap, proposeLabels } from './gapLabels.ts'

export function ProposeDialog({ gap, onOpenChange }: { gap: Gap; onOpenChange: (open: boolean) => void }) {
  const propose = useCall('proposeOwner', ['account'])
  const [other, setOther] = useState<Person[]>([])
  const [proposingId, setProposingId] = useState<string>()
  const problem = propose.error ? problemOf(propose.error) : undefined
  const proposePerson = async (person: Pick<Person, 'id' | 'displayName'>) => {
    if (propose.isPending) return
    setProposingId(person.id)
    try {
      await propose.mutateAsync({ params: { id: gap.account.id }, body: { gapId: gap.id, personId: person.id } })
      toast.ok(`${person.displayName} proposed as an owner of ${gap.account.name}`)
      onOpenChange(false)
    } catch {
      // The dialog shows the error.
    }
  }
  const [selected] = other
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={`Propose owner of ${gap.account.name}`}
      description={`${describeGap(gap)}. ${describeFallback(gap)}`}
      cancel={uiLabels.close}
    >
      <div className="space-y-4">
        <FormProblem problem={problem} />
        {gap.proposals.length > 0 && (
          <ul className="divide-y divide-line rounded-md border border-line">
            {gap.proposals.map(({ person, reason, notified, status }) => (
              <li key={person.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
                <span className="min-w-0 flex-1 basis-56">
                  <PersonChip person={person} />
                  <span className="block text-sm text-ink-2">{reason}</span>
                </span>
                {status === 'declined' ? (
                  <Status tone="neutral">Declined</Status>
                ) : notified ? (
                  <Status tone="info">Proposed</Status>
                ) : (
                  <Button size="sm" loading={propose.isPending && proposingId === person.id} onClick={() => void proposePerson(person)}>
                    {proposeLabels.propose}
                    <span className="sr-only"> {person.displayName}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        <PersonPicker
          label={proposeLabels.anotherPerson}
          name="personId"
          hint="This person is notified and becomes an owner when they accept."
          value={other}
          onChange={(people) => setOther(people.slice(-1))}
          error={fieldError(problem, 'personId')}
        />
        {selected && (
          <Button variant="primary" loading={propose.isPending && proposingId === selected.id} onClick={() => void proposePerson(selected)}>
            {proposeLabels.proposePerson(selected.displayName)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
