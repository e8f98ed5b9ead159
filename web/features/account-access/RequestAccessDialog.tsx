import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { problemOf } from '../../api/problem.ts'
import { checkAccessRequest } from '../../api/queries.ts'
import { useCall } from '../../api/useCall.ts'
import { ApprovalStagesPreview } from '../../shared/ApprovalStages.tsx'
import { FormProblem } from '../../shared/FormProblem.tsx'
import { fieldError } from '../../shared/fieldError.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { SkeletonText } from '../../ui/Skeleton.tsx'
import { TextArea } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'
import type { AccessGroup, Account } from './types.ts'
import { hoursInWords, upTo, whatItLets } from './words.ts'

const choices = [8, 24, 24 * 7, 24 * 30, 24 * 90, 24 * 180, 24 * 365]
const usual = 24 * 30
const forGood = 'for good'
const shortest = 10

interface RequestAccessDialogProps {
  account: Account
  group: AccessGroup
  onOpenChange: (open: boolean) => void
}

/** Asks to be let into a group: why, for how long, and who will decide. */
export function RequestAccessDialog({ account, group, onOpenChange }: RequestAccessDialogProps) {
  const form = useId()
  const send = useCall('createAccessRequest', ['account', 'accessRequest', 'approval'])
  const check = useQuery(checkAccessRequest(account.id, group.id))
  const hours = upTo(choices, group.maxDurationHours)
  const [duration, setDuration] = useState(String(hours.includes(usual) ? usual : hours.at(-1)))
  const [why, setWhy] = useState('')
  const [tried, setTried] = useState(false)
  const problem = send.error ? problemOf(send.error) : undefined
  const short = why.trim().length < shortest ? `Say in a sentence what you need it for: at least ${shortest} characters.` : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (short || send.isPending) return
    const body = { groupId: group.id, justification: why.trim(), durationHours: duration === forGood ? null : Number(duration) }
    try {
      const asked = await send.mutateAsync({ params: { id: account.id }, body })
      toast.ok(`${asked.reference} is on its way`, { description: 'You are told as soon as it is decided.' })
    } catch {
      return // shown in the dialog
    }
    onOpenChange(false)
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title="Request access"
      description={`${whatItLets(group)} in ${account.name}, as a member of ${group.name}.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" loading={send.isPending} disabledReason={check.data?.problem ?? undefined}>
            Send the request
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4">
        <FormProblem problem={problem} />
        {!problem && check.data?.problem && <Banner tone="info" title={check.data.problem} />}
        <TextArea
          label="What do you need it for?"
          name="justification"
          hint="Those who decide read this first."
          maxLength={1_000}
          value={why}
          onChange={(event) => setWhy(event.target.value)}
          error={(tried ? short : undefined) ?? fieldError(problem, 'justification')}
        />
        <Select
          label="For how long?"
          name="durationHours"
          hint="From when you are in; it ends by itself."
          className="sm:w-64"
          options={[
            ...hours.map((each) => ({ value: String(each), label: hoursInWords(each) })),
            ...(group.maxDurationHours === null ? [{ value: forGood, label: 'For good' }] : []),
          ]}
          value={duration}
          onChange={setDuration}
          error={fieldError(problem, 'durationHours')}
        />
        <section>
          <h3 className="mb-2 text-sm font-semibold text-ink-2">Who decides</h3>
          {check.error ? (
            <p className="text-sm text-ink-2">Who decides could not be looked up; your request finds them all the same.</p>
          ) : check.data ? (
            <ApprovalStagesPreview preview={check.data} />
          ) : (
            <SkeletonText lines={2} />
          )}
        </section>
      </form>
    </Dialog>
  )
}
