import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useId } from 'react'
import { findGroups } from '../../../shared/findGroups.ts'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Combobox, MultiCombobox } from '../../../ui/Combobox.tsx'
import { type Option, Select } from '../../../ui/Select.tsx'
import { isRelation, type Relation, relationLabels, ruleOf } from './approverLabels.ts'
import type { ApproverRule, PolicyNames } from './types.ts'

interface ApproverFieldProps {
  label: string
  hint?: string
  /** The JSON pointer of the rule in the policy document. */
  name: string
  rule: ApproverRule
  error: string | undefined
  relations: readonly string[]
  named: PolicyNames
  onNamed: (resolvedNames: Partial<PolicyNames>) => void
  onChange: (rule: ApproverRule) => void
  /** Offers a group that decides if the rule has no eligible approver. */
  withFallback?: boolean
}

export function ApproverField({ label, hint, name, rule, error, relations, named, onNamed, onChange, withFallback }: ApproverFieldProps) {
  const visibleRelations = [...new Set([...relations, ...(isRelation(rule.kind) ? [rule.kind] : [])])].filter(isRelation)
  const options: Option[] = [
    ...visibleRelations.map((kind) => ({ value: kind, label: relationLabels[kind] })),
    { value: 'role', label: 'Administrators' },
    { value: 'directoryGroup', label: 'Members of a group' },
    { value: 'person', label: 'One person' },
    { value: 'anyOf', label: 'Any of several groups or people' },
  ]
  return (
    <div className="space-y-3">
      <Select
        label={label}
        hint={hint}
        name={name}
        error={error}
        options={options}
        value={rule.kind}
        onChange={(kind) => kind !== rule.kind && onChange(ruleOf(kind as ApproverRule['kind'], rule))}
      />
      {rule.kind === 'directoryGroup' && (
        <GroupField
          label="Group"
          value={rule.groupId}
          named={named}
          onNamed={onNamed}
          onChange={(groupId) => onChange({ ...rule, groupId })}
        />
      )}
      {rule.kind === 'person' && (
        <PersonPicker
          label="Person"
          value={named.people.filter(({ id }) => id === rule.personId)}
          onChange={(people) => {
            onNamed({ people })
            onChange({ ...rule, personId: people.at(-1)?.id })
          }}
        />
      )}
      {rule.kind === 'anyOf' && (
        <CombinedRuleFields rule={rule} relations={visibleRelations} named={named} onNamed={onNamed} onChange={onChange} />
      )}
      {withFallback && (
        <GroupField
          label="Fallback group"
          hint="Decides if none of the approvers can. Without a fallback group, the request waits."
          optional
          value={rule.fallbackGroupId}
          named={named}
          onNamed={onNamed}
          onChange={(fallbackGroupId) => {
            const { fallbackGroupId: _, ...remaining } = rule
            onChange(fallbackGroupId ? { ...remaining, fallbackGroupId } : remaining)
          }}
        />
      )}
    </div>
  )
}

type PartProps = Pick<ApproverFieldProps, 'rule' | 'named' | 'onNamed' | 'onChange'> & { relations: readonly Relation[] }

function CombinedRuleFields({ rule, relations, named, onNamed, onChange }: PartProps) {
  const legend = useId()
  const of = rule.of ?? []
  const toggle = (part: { kind: Relation } | { kind: 'role'; role: 'Slipway.Admin' }, isOn: boolean) =>
    onChange({ ...rule, of: isOn ? [...of, part] : of.filter(({ kind }) => kind !== part.kind) })
  // A JSON document can name approvers that have no checkbox here. They stay in the rule.
  const people: Person[] = (rule.personIds ?? []).flatMap((id) => named.people.filter((person) => person.id === id))
  const groups = (rule.groupIds ?? []).map((id) => optionOf(id, named))
  const find = useFindGroups(onNamed)
  return (
    <fieldset aria-labelledby={legend} className="space-y-3 rounded-md border border-line bg-surface p-3">
      <legend id={legend} className="sr-only">
        Any of these approvers
      </legend>
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {relations.map((kind) => (
          <Checkbox
            key={kind}
            label={relationLabels[kind]}
            checked={of.some((part) => part.kind === kind)}
            onChange={(event) => toggle({ kind }, event.target.checked)}
          />
        ))}
        <Checkbox
          label="Administrators"
          checked={of.some((part) => part.kind === 'role')}
          onChange={(event) => toggle({ kind: 'role', role: 'Slipway.Admin' }, event.target.checked)}
        />
      </div>
      <MultiCombobox
        label="Members of these groups"
        optional
        placeholder="Type a group’s name"
        empty="No groups match this name."
        options={find}
        value={groups}
        onChange={(selected) => onChange({ ...rule, groupIds: selected.map(({ value }) => value) })}
      />
      <PersonPicker
        label="These people"
        optional
        value={people}
        onChange={(selected) => {
          onNamed({ people: selected })
          onChange({ ...rule, personIds: selected.map(({ id }) => id) })
        }}
      />
    </fieldset>
  )
}

interface GroupFieldProps {
  label: string
  hint?: string
  optional?: boolean
  value: string | undefined
  named: PolicyNames
  onNamed: (resolvedNames: Partial<PolicyNames>) => void
  onChange: (id: string | undefined) => void
}

function GroupField({ label, hint, optional, value, named, onNamed, onChange }: GroupFieldProps) {
  const find = useFindGroups(onNamed)
  return (
    <Combobox
      label={label}
      hint={hint}
      {...(optional && { optional })}
      placeholder="Type a group’s name"
      empty="No groups match this name."
      options={find}
      value={value ? optionOf(value, named) : null}
      onChange={(option) => onChange(option?.value)}
    />
  )
}

const optionOf = (id: string, { groups }: PolicyNames): Option => ({
  value: id,
  label: groups.find((group) => group.id === id)?.displayName ?? 'Deleted group',
})

function useFindGroups(onNamed: (resolvedNames: Partial<PolicyNames>) => void) {
  const client = useQueryClient()
  return useCallback(
    async (text: string): Promise<Option[]> => {
      const groups = await findGroups(client, text)
      onNamed({ groups: groups.map(({ id, displayName }) => ({ id, displayName })) })
      return groups.map(({ id, displayName, description }) => ({
        value: id,
        label: displayName,
        ...(description && { hint: description }),
      }))
    },
    [client, onNamed],
  )
}
