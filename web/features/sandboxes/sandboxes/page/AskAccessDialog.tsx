import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { listSandboxGroups } from '../../../../api/sandboxPageQueries.ts'
import { useCall } from '../../../../api/useCall.ts'
import { FormProblem } from '../../../../shared/FormProblem.tsx'
import { useForm } from '../../../../shared/useForm.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Form } from '../../../../ui/Form.tsx'
import { Select } from '../../../../ui/Select.tsx'
import { SkeletonText } from '../../../../ui/Skeleton.tsx'
import { TextArea } from '../../../../ui/TextField.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import { asLongAsItLives, groupOptions, staysIn } from './stays.ts'
import type { Sandbox } from './types.ts'

const shortest = 10

export function AskAccessDialog({ sandbox, onOpenChange }: { sandbox: Sandbox; onOpenChange: (open: boolean) => void }) {
  const id = useId()
  const groups = useQuery(listSandboxGroups(sandbox.id))
  const send = useCall('createSandboxAccessRequest', ['sandbox', 'accessRequest', 'approval'])
  const options = groupOptions(groups.data?.filter((group) => !group.forOwners && group.status === 'ready') ?? [])
  const [chosen, setChosen] = useState<string>()
  const [stay, setStay] = useState<string>(asLongAsItLives)
  const [why, setWhy] = useState('')
  const groupId = chosen ?? options[0]?.value
  const short = why.trim().length < shortest ? `Say in a sentence what for: at least ${shortest} characters.` : undefined
  const form = useForm(send, { justification: short }, async () => {
    if (!groupId) return
    const body = { groupId, justification: why.trim(), durationHours: stay === asLongAsItLives ? null : Number(stay) }
    const asked = await send.mutateAsync({ params: { id: sandbox.id }, body })
    toast.ok(`${asked.reference} is on its way`, { description: 'You are told as soon as an owner has decided.' })
    onOpenChange(false)
  })
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={`Ask to be let into ${sandbox.name}`}
      description={`${sandbox.owners.map((owner) => owner.displayName).join(', ')} ${sandbox.owners.length === 1 ? 'decides' : 'decide'}.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" loading={form.busy}>
            Send the request
          </Button>
        </>
      }
    >
      {groups.data ? (
        <Form id={id} onSubmit={form.submit} className="space-y-4">
          <FormProblem problem={form.problem} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label="As"
              name="groupId"
              options={options}
              value={groupId ?? ''}
              onChange={setChosen}
              error={form.errorOf('groupId')}
            />
            <Select label="For how long?" name="durationHours" options={staysIn(sandbox.lease.end)} value={stay} onChange={setStay} />
          </div>
          <TextArea
            label="What do you need it for?"
            name="justification"
            hint="Its owners read this first."
            maxLength={1_000}
            value={why}
            onChange={(event) => setWhy(event.target.value)}
            error={form.errorOf('justification')}
          />
        </Form>
      ) : (
        <SkeletonText lines={5} />
      )}
    </Dialog>
  )
}
