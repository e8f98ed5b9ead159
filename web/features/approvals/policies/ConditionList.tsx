import { X } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { Combobox, MultiCombobox } from '../../../ui/Combobox.tsx'
import type { Option } from '../../../ui/controlTypes.ts'
import { NumberField } from '../../../ui/NumberField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { comparisonLabels, conditionLabels, factName, factsOfKind, joinLabels } from './conditionLabels.ts'
import { type Comparison, type ConditionRow, type ConditionRows, comparisonsByType, hasValue, newRow } from './conditionRows.ts'
import type { Fact, PolicyKind } from './types.ts'

interface ConditionListProps {
  kind: PolicyKind
  rows: ConditionRows
  facts: readonly Fact[]
  isChecked: boolean
  onChange: (rows: ConditionRows) => void
}

export function ConditionList({ kind, rows: { join, rows }, facts, isChecked, onChange }: ConditionListProps) {
  const list = useRef<HTMLUListElement>(null)
  const options = useMemo(
    () => factsOfKind(facts, kind).map((fact) => ({ value: fact.path, label: factName(fact), hint: fact.description })),
    [facts, kind],
  )
  const setRows = (next: ConditionRow[]) => onChange({ join, rows: next })
  const focusRow = (index: number) =>
    requestAnimationFrame(() => {
      const place = list.current?.children[index] ?? list.current?.nextElementSibling
      place?.querySelector<HTMLElement>('button, input')?.focus()
    })
  const add = (option: Option | null) => {
    const fact = facts.find(({ path }) => path === option?.value)
    if (!fact) return
    setRows([...rows, newRow(fact)])
    focusRow(rows.length)
  }
  const remove = (index: number) => {
    setRows(rows.filter((_, position) => position !== index))
    focusRow(Math.max(0, index - 1))
  }
  return (
    <div className="space-y-2">
      {rows.length > 1 && (
        <Select
          hideLabel
          label={conditionLabels.join}
          className="max-w-72"
          options={Object.entries(joinLabels).map(([value, label]) => ({ value, label }))}
          value={join}
          onChange={(next) => onChange({ join: next as ConditionRows['join'], rows })}
        />
      )}
      <ul ref={list} className="space-y-2 empty:hidden">
        {rows.map((row, index) => {
          const fact = facts.find(({ path }) => path === row.path)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity, and rows don't move
            <li key={index} className="rounded-md border border-line bg-surface p-2">
              {fact && (
                <Row
                  row={row}
                  fact={fact}
                  error={isChecked && !hasValue(row) ? conditionLabels.noValue : unknownValue(row, fact)}
                  onChange={(next) => setRows(rows.map((each, position) => (position === index ? next : each)))}
                  onRemove={() => remove(index)}
                />
              )}
            </li>
          )
        })}
      </ul>
      <Combobox
        key={rows.length}
        hideLabel
        label={conditionLabels.add}
        placeholder={conditionLabels.add}
        className="max-w-72"
        options={options}
        value={null}
        onChange={add}
      />
    </div>
  )
}

/** The server checks this as well, but only once all fields of the policy are filled in. */
function unknownValue({ comparison, values }: ConditionRow, fact: Fact): string | undefined {
  if (!fact.exhaustive || (comparison !== 'is' && comparison !== 'isNot')) return undefined
  const unknown = values.find((value) => value !== '' && !fact.values.includes(value))
  return unknown === undefined ? undefined : conditionLabels.unknownValue(unknown)
}

interface RowProps {
  row: ConditionRow
  fact: Fact
  error: string | undefined
  onChange: (row: ConditionRow) => void
  onRemove: () => void
}

function Row({ row, fact, error, onChange, onRemove }: RowProps) {
  const name = factName(fact)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[minmax(7rem,1fr)_8rem_minmax(9rem,1.8fr)_auto]">
      <div className="min-w-0 text-sm">
        <div className="font-medium">{name}</div>
        <div className="text-xs text-ink-2">{fact.description}</div>
      </div>
      <div className="order-last col-span-2 sm:order-none sm:col-span-1">
        <Select
          hideLabel
          label={conditionLabels.comparisonOf(name)}
          options={comparisonsByType[fact.type].map((value) => ({ value, label: comparisonLabels[value] }))}
          value={row.comparison}
          onChange={(next) => onChange({ ...row, comparison: next as Comparison, values: keptValues(row, next as Comparison) })}
        />
      </div>
      <div className="order-last col-span-2 sm:order-none sm:col-span-1">
        <Value
          row={row}
          fact={fact}
          label={conditionLabels.valueOf(name)}
          error={error}
          onChange={(values) => onChange({ ...row, values })}
        />
      </div>
      <IconButton size="sm" icon={X} label={conditionLabels.remove(name)} onClick={onRemove} />
    </div>
  )
}

/** Only “is” and “is not” take several values. */
const keptValues = ({ values }: ConditionRow, next: Comparison) => (next === 'is' || next === 'isNot' ? values : values.slice(0, 1))

interface ValueProps {
  row: ConditionRow
  fact: Fact
  label: string
  error: string | undefined
  onChange: (values: string[]) => void
}

const optionOf = (value: string): Option => ({ value, label: value === '' ? conditionLabels.emptyValue : value })

function Value({ row: { comparison, values }, fact, label, error, onChange }: ValueProps) {
  const { values: known, exhaustive } = fact
  const options = useCallback(
    async (query: string) => {
      const typed = query.trim()
      const matches = known.filter((value) => value.toLowerCase().includes(typed.toLowerCase()))
      return [...matches, ...(typed === '' || exhaustive || matches.includes(typed) ? [] : [typed]), ...(typed === '' ? [''] : [])].map(
        optionOf,
      )
    },
    [known, exhaustive],
  )
  if (fact.type === 'bool') return null
  if (fact.type === 'double') {
    const value = values[0] === undefined ? null : Number(values[0])
    return (
      <NumberField
        hideLabel
        label={label}
        error={error}
        min={0}
        format={{ maximumFractionDigits: 10 }}
        value={value}
        onChange={(next) => onChange(next === null ? [] : [String(next)])}
      />
    )
  }
  if (comparison === 'contains' || comparison === 'startsWith')
    return (
      <TextField
        hideLabel
        label={label}
        error={error}
        value={values[0] ?? ''}
        maxLength={200}
        onChange={(event) => onChange([event.target.value])}
      />
    )
  if (fact.type === 'list<string>')
    return (
      <Combobox
        hideLabel
        label={label}
        error={error}
        placeholder={conditionLabels.chooseValues}
        options={options}
        value={values[0] ? optionOf(values[0]) : null}
        onChange={(next) => onChange(next ? [next.value] : [])}
      />
    )
  return (
    <MultiCombobox
      hideLabel
      label={label}
      error={error}
      placeholder={conditionLabels.chooseValues}
      options={options}
      acceptsTyped
      value={values.map(optionOf)}
      onChange={(next) => onChange(next.map(({ value }) => value))}
    />
  )
}
