import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getAccountConfigurationItem } from '../../../api/incidentQueries.ts'
import { getMe } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { AssignmentGroupField, ConfigurationItemField, type Group, type Item } from './CmdbFields.tsx'
import { priorityWord } from './incidentWords.ts'
import { PriorityMatrix } from './PriorityMatrix.tsx'
import type { Account, Incident, Level } from './types.ts'

const longestTitle = 160

export function RaiseIncidentDialog({ account, onOpenChange }: { account: Account; onOpenChange: (open: boolean) => void }) {
  const raise = useCall('raiseIncident', ['incident'])
  const service = useQuery(getMe()).data?.segments.incidentService
  const own = useQuery(getAccountConfigurationItem(account.id))
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [impact, setImpact] = useState<Level>(2)
  const [urgency, setUrgency] = useState<Level>(2)
  // Undefined means the account’s own item; null means that it was removed.
  const [chosenItem, setItem] = useState<Item | null>()
  const [chosenGroup, setGroup] = useState<Group | null>()
  // The idempotency key prevents a second incident after a lost response.
  const sent = useRef({ text: '', key: '' })

  const item = chosenItem === undefined ? (own.data?.item ?? null) : chosenItem
  const group = chosenGroup === undefined ? namedGroup(item) : chosenGroup
  const line = title.trim().replace(/\s+/g, ' ')
  const noTitle =
    line.length < 5 ? 'Say in a line what is wrong.' : line.length > longestTitle ? `At most ${longestTitle} characters.` : undefined
  const noDescription = description.trim() === '' ? 'Say what happens, since when, and what you tried.' : undefined

  const form = useForm(raise, { title: noTitle, description: noDescription }, async () => {
    if (!service) return
    const body = {
      accountId: account.id,
      title: line,
      description: description.trim(),
      impact,
      urgency,
      ...(item && { configurationItem: item.sysId }),
      ...(group && { assignmentGroup: group.sysId }),
    }
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() }
    say(await raise.mutateAsync({ params: { incidentService: service }, body, headers: { 'idempotency-key': sent.current.key } }))
    onOpenChange(false)
  })
  return (
    <FormDialog
      size="lg"
      title="Raise an incident"
      description={`Against ${account.name}. ServiceNow gets your name, the account and its subscription with it.`}
      action="Raise the incident"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextField
        label="What is wrong?"
        name="title"
        hint="One line, as the service desk will read it first."
        placeholder="Payments time out at the till"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        error={form.errorOf('title')}
      />
      <TextArea
        label="What happens, since when, and what was tried?"
        name="description"
        maxLength={4_000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        error={form.errorOf('description')}
      />
      <PriorityMatrix
        impact={impact}
        urgency={urgency}
        onChange={(nextImpact, nextUrgency) => {
          setImpact(nextImpact)
          setUrgency(nextUrgency)
        }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <ConfigurationItemField
          name="configurationItem"
          optional
          hint={own.error ? 'ServiceNow does not answer. Left empty, it is about this account.' : 'Left empty, it is about this account.'}
          value={item}
          onChange={setItem}
          error={form.errorOf('configurationItem')}
        />
        <AssignmentGroupField
          name="assignmentGroup"
          optional
          hint="Left empty, whoever looks after the item gets it."
          value={group}
          onChange={setGroup}
          error={form.errorOf('assignmentGroup')}
        />
      </div>
    </FormDialog>
  )
}

function namedGroup(item: Item | null): Group | null {
  const group = item?.supportGroup
  return group?.name ? { sysId: group.sysId, name: group.name } : null
}

function say({ number, priority, assignmentGroup }: Incident): void {
  if (!number) {
    toast.info('Your incident is accepted', {
      description: 'ServiceNow has not answered yet. Slipway opens it as soon as it does; this page then shows its number.',
    })
    return
  }
  const words = [
    priority && `Priority ${priority}, ${priorityWord(priority).toLowerCase()}`,
    assignmentGroup?.name && `with ${assignmentGroup.name}`,
  ]
  toast.ok(`${number} is open`, { description: `${words.filter(Boolean).join(', ')}.` })
}
