import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ProblemText, problemOf } from '../../../../api/problem.ts'
import { listSandboxGroups } from '../../../../api/sandboxPageQueries.ts'
import { useCall } from '../../../../api/useCall.ts'
import { FormDialog } from '../../../../shared/FormDialog.tsx'
import { FormProblem } from '../../../../shared/FormProblem.tsx'
import { type Person, PersonPicker } from '../../../../shared/PersonPicker.tsx'
import { useForm } from '../../../../shared/useForm.ts'
import { count } from '../../../../shared/waits.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Select } from '../../../../ui/Select.tsx'
import { SkeletonText } from '../../../../ui/Skeleton.tsx'
import { TextArea } from '../../../../ui/TextField.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import { durationOptions, groupOptions, untilSandboxEnds } from './durations.ts'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { Sandbox } from './types.ts'
import { usePastedPeople } from './usePastedPeople.ts'

/** Several people can be pasted as email addresses. Either all people are added or none. */
export function InviteDialog({ sandbox, onOpenChange }: { sandbox: Sandbox; onOpenChange: (open: boolean) => void }) {
  const groups = useQuery(listSandboxGroups(sandbox.id))
  const send = useCall('inviteSandboxMembers', ['sandbox', 'groupAssignment', 'accessGroup'])
  const options = groupOptions(groups.data?.filter((group) => group.status === 'ready' && !group.forOwners) ?? [])
  const [selected, setSelected] = useState<string>()
  const [people, setPeople] = useState<Person[]>([])
  const [duration, setDuration] = useState<string>(untilSandboxEnds)
  const { pasted, setPasted, unknown, isLookingUp, lookUp, lookupProblem } = usePastedPeople()
  const groupId = selected ?? options[0]?.value
  const peopleProblem = people.length === 0 && pasted.trim() === '' ? 'Choose at least one person.' : undefined
  const collectPeople = async (): Promise<Person[]> => {
    const matches = await lookUp(people)
    setPeople(matches)
    return matches
  }
  const form = useForm({ error: send.error, isPending: send.isPending || isLookingUp }, { members: peopleProblem }, async () => {
    if (!groupId) return
    const invitees = pasted.trim() === '' ? people : await collectPeople()
    const endsAt = duration === untilSandboxEnds ? {} : { endsAt: new Date(Date.now() + Number(duration) * 3_600_000).toISOString() }
    const members = invitees.map(({ id }) => ({ personId: id, ...endsAt }))
    await send.mutateAsync({ params: { id: sandbox.id }, body: { groupId, members } })
    toast.ok(sandboxPageLabels.invited(invitees.length === 1 ? invitees[0]!.displayName : count(invitees.length, 'person', 'people')), {
      description: 'They’re notified and get access within 2 minutes.',
    })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={sandboxPageLabels.invitePeopleTo(sandbox.name)}
      description="Invited people are notified and get access immediately. Access ends when the sandbox ends, or earlier."
      action={people.length > 1 ? sandboxPageLabels.inviteMany(people.length) : sandboxPageLabels.invite}
      form={{ ...form, problem: undefined }}
      onClose={() => onOpenChange(false)}
    >
      {groups.data ? (
        <>
          <AccessDenied problem={form.problem} people={people} />
          <PersonPicker
            label={sandboxPageLabels.people}
            name="members"
            value={people}
            onChange={setPeople}
            error={form.isSubmitted ? peopleProblem : undefined}
          />
          <TextArea
            label={sandboxPageLabels.pasteAddresses}
            name="addresses"
            optional
            hint="Up to 200 addresses, separated by commas, spaces or new lines."
            rows={2}
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
            onBlur={() => pasted.trim() !== '' && void collectPeople().catch(() => undefined)}
            error={lookupProblem}
          />
          {unknown.length > 0 && (
            <Banner tone="warn" title={sandboxPageLabels.notAccepted(unknown.length)}>
              <ul className="text-sm">
                {unknown.slice(0, 8).map(({ input, reason }) => (
                  <li key={input} className="wrap-anywhere">
                    <span className="font-medium text-ink">{input}</span>: {reason}
                  </li>
                ))}
                {unknown.length > 8 && <li>and {unknown.length - 8} more</li>}
              </ul>
            </Banner>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <Select label="Role" name="groupId" options={options} value={groupId ?? ''} onChange={setSelected} />
            <Select label="Duration" name="stay" options={durationOptions(sandbox.lease.end)} value={duration} onChange={setDuration} />
          </div>
        </>
      ) : groups.error ? (
        <Banner tone="bad" title={problemOf(groups.error).message} />
      ) : (
        <SkeletonText lines={6} />
      )}
    </FormDialog>
  )
}

function AccessDenied({ problem, people }: { problem: ProblemText | undefined; people: readonly Person[] }) {
  const each = (problem?.fields ?? []).flatMap(({ name, message }) => {
    const person = people[Number(/^members\.(\d+)\./.exec(name)?.[1] ?? -1)]
    return person ? [{ person, message }] : []
  })
  if (each.length === 0) return <FormProblem problem={problem} />
  return (
    <Banner tone="bad" title={sandboxPageLabels.notInvited}>
      <ul className="text-sm">
        {each.slice(0, 10).map(({ person, message }) => (
          <li key={person.id}>
            <span className="font-medium text-ink">{person.displayName}</span>: {message}
          </li>
        ))}
        {each.length > 10 && <li>and {each.length - 10} more</li>}
      </ul>
    </Banner>
  )
}
