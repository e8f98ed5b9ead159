import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { assignmentLabel, assignments, defaultGroups, roles } from './choices.ts'
import type { Draft } from './draft.ts'

type Groups = Draft['accessGroups']

const max = 6

interface AccessGroupsFieldProps {
  /** The names of the groups start with it. */
  accountName: string
  value: Groups
  errorOf: (field: string) => string | undefined
  onChange: (value: Groups) => void
}

export function AccessGroupsField({ accountName, value, errorOf, onChange }: AccessGroupsFieldProps) {
  const set = (index: number, change: Partial<Groups[number]>) =>
    onChange(value.map((item, position) => (position === index ? { ...item, ...change } : item)))
  const defaults = defaultGroups.filter((group) => !value.some((item) => item.name === group.name))
  return (
    <FieldGroup
      label="Access groups"
      optional
      name="accessGroups"
      hint="Members of these groups get access to the account. New groups are empty, and owners decide who joins."
      error={errorOf('accessGroups')}
    >
      <ul className="space-y-2">
        {value.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <li key={index} className="rounded-md border border-line bg-sunken p-3">
            <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)_auto]">
              <TextField
                label="Group"
                name={`accessGroups.${index}.name`}
                spellCheck={false}
                maxLength={21}
                value={group.name}
                error={errorOf(`accessGroups.${index}.name`)}
                onChange={(event) => set(index, { name: event.target.value })}
              />
              <Select
                label="Role"
                name={`accessGroups.${index}.role`}
                options={roles}
                value={group.role}
                error={errorOf(`accessGroups.${index}.role`)}
                onChange={(role) => set(index, { role: role as Groups[number]['role'] })}
              />
              <Select
                label="Role assignment"
                name={`accessGroups.${index}.assignment`}
                options={assignments}
                value={group.assignment}
                onChange={(assignment) => set(index, { assignment: assignment as Groups[number]['assignment'] })}
              />
              <IconButton
                icon={X}
                label={`Remove the group ${group.name}`}
                className="sm:mt-6"
                onClick={() => onChange(value.filter((_, position) => position !== index))}
              />
            </div>
            <p className="mt-2 text-sm text-ink-2">
              {roles.find((role) => role.value === group.role)?.hint} {assignments.find((item) => item.value === group.assignment)?.hint}{' '}
              {accountName.trim() && group.name && (
                <>
                  Directory name: <code className="font-mono text-xs wrap-anywhere">{groupName(accountName, group.name)}</code>.
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {value.length < max && (
        <div className="mt-2 flex flex-wrap gap-2">
          {defaults.map((group) => (
            <Button key={group.name} size="sm" icon={Plus} onClick={() => onChange([...value, group])}>
              {group.name}
              <span className="font-normal text-ink-2">
                {group.role}, {assignmentLabel(group.assignment)}
              </span>
            </Button>
          ))}
          <Button
            size="sm"
            variant="quiet"
            icon={Plus}
            onClick={() => onChange([...value, { name: '', role: 'Reader', assignment: 'active' }])}
          >
            Add another group
          </Button>
        </div>
      )}
    </FieldGroup>
  )
}

function groupName(account: string, group: string): string {
  const slug = account
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
  return `az-${slug}-${group.trim()}`
}
