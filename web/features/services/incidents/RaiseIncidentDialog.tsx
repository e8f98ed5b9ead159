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
import { priorityLabel } from './incidentLabels.ts'
import { incidentLabels } from './labels.ts'
import { PriorityMatrix } from './PriorityMatrix.tsx'
import type { Account, Incident, Level } from './types.ts'

const maxTitleLength = 160

export function RaiseIncidentDialog({ account, onOpenChange }: { account: Account; onOpenChange: (open: boolean) => void }) {
  const raise = useCall('raiseIncident', ['incident'])
  const service = useQuery(getMe()).data?.segments.incidentService
  const ownQuery = useQuery(getAccountConfigurationItem(account.id))
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [impact, setImpact] = useState<Level>(2)
  const [urgency, setUrgency] = useState<Level>(2)
  // Undefined means the account's default; null means that the person removed it.
  const [chosenItem, setItem] = useState<Item | null>()
  const [chosenGroup, setGroup] = useState<Group | null>()
  // After a lost response, the form is sent again with the same idempotency key, so that there is no second incident.
  const sent = useRef({ text: '', key: '' })

  const item = chosenItem === undefined ? (ownQuery.data?.item ?? null) : chosenItem
  const group = chosenGroup === undefined ? assignmentGroupOf(item) : chosenGroup
  const line = title.trim().replace(/\s+/g, ' ')
  const titleProblem =
    line.length < 5 ? incidentLabels.titleMissing : line.length > maxTitleLength ? `Use up to ${maxTitleLength} characters.` : undefined
  const descriptionProblem = description.trim() === '' ? 'Enter a description.' : undefined

  const form = useForm(raise, { title: titleProblem, description: descriptionProblem }, async () => {
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
    announceIncident(
      await raise.mutateAsync({ params: { incidentService: service }, body, headers: { 'idempotency-key': sent.current.key } }),
    )
    onOpenChange(false)
  })
  return (
    <FormDialog
      size="lg"
      title={incidentLabels.raise}
      description={`We send your name, ${account.name} and its subscription to ServiceNow.`}
      action={incidentLabels.raise}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextField
        label={incidentLabels.title}
        hint="Summarise the problem in one line."
        placeholder="Payments time out at the till"
        {...form.text('title', title, setTitle)}
      />
      <TextArea
        label={incidentLabels.description}
        hint="Describe what happens, since when, and what you tried."
        maxLength={4_000}
        {...form.text('description', description, setDescription)}
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
          hint={
            ownQuery.error ? 'We can’t reach ServiceNow right now. Leave empty to use this account.' : 'Leave empty to use this account.'
          }
          value={item}
          onChange={setItem}
          error={form.errorOf('configurationItem')}
        />
        <AssignmentGroupField
          name="assignmentGroup"
          optional
          hint="Leave empty to use the item’s support group."
          value={group}
          onChange={setGroup}
          error={form.errorOf('assignmentGroup')}
        />
      </div>
    </FormDialog>
  )
}

function assignmentGroupOf(item: Item | null): Group | null {
  const group = item?.supportGroup
  return group?.name ? { sysId: group.sysId, name: group.name } : null
}

function announceIncident({ number, priority, assignmentGroup }: Incident): void {
  if (!number) {
    toast.info(incidentLabels.submitted, {
      description:
        'We can’t reach ServiceNow right now. The incident is opened when ServiceNow responds, and its number appears on this page.',
    })
    return
  }
  const details = [
    priority && `Priority ${priority}, ${priorityLabel(priority).toLowerCase()}`,
    assignmentGroup?.name && `assigned to ${assignmentGroup.name}`,
  ]
  toast.ok(`${number} opened`, { description: `${details.filter(Boolean).join(', ')}.` })
}
