import { describeToken, parseToken, readValue } from './filterText.ts'
import type { FilterDraft, FilterField, FilterOperator, FilterToken } from './filterTypes.ts'
import type { Option } from './Select.tsx'
import { type Options, useOptions } from './useOptions.ts'

/** A row of the list below a PropertyFilter. */
export type FilterChoice = { label: string; hint?: string | undefined; group: string } & (
  | { kind: 'text' }
  | { kind: 'token'; token: FilterToken }
  | { kind: 'field'; field: FilterField }
  | { kind: 'operator'; operator: FilterOperator }
  | { kind: 'value'; value: string }
)

const none: readonly Option[] = []
const searchText = (option: Option) => `${option.label} ${option.hint ?? ''}`

/** The next choices: a property, an operator or a value. */
export function useFilterChoices(
  fields: readonly FilterField[],
  draft: FilterDraft,
  text: string,
  open: boolean,
): { choices: FilterChoice[]; status: Options<Option>['status'] } {
  const field = fields.find((one) => one.id === draft.field)
  const operator = field?.operators.find((one) => one.id === draft.operator)
  const listed = useOptions(field?.values ?? none, text, open && operator !== undefined, searchText)
  const typed = text.trim()
  const fits = (label: string) => label.toLocaleLowerCase().includes(typed.toLocaleLowerCase())

  if (!field) {
    const whole = parseToken(typed, fields)
    const said = whole && describeToken(whole, fields)
    const starts = (one: FilterField) => (one.label.toLocaleLowerCase().startsWith(typed.toLocaleLowerCase()) ? 0 : 1)
    const found = fields.filter((one) => fits(one.label)).sort((a, b) => starts(a) - starts(b))
    const choices: FilterChoice[] = found.map((one) => ({ kind: 'field', field: one, label: one.label, group: 'Properties' }))
    if (whole && said)
      choices.unshift({
        kind: 'token',
        token: whole,
        label: `${said.field.label} ${said.operator.label} ${said.values.join(', ')}`,
        group: 'Operator',
      })
    else if (typed) {
      // Text that is a prefix of a property’s name most likely means it; any other text is searched.
      const started = found[0] !== undefined && starts(found[0]) === 0
      const text: FilterChoice = { kind: 'text', label: `Search for “${typed}”`, group: 'Text' }
      if (started) choices.push(text)
      else choices.unshift(text)
    }
    return { choices, status: 'ready' }
  }
  if (!operator) {
    const found = field.operators.filter((one) => fits(one.label) || one.symbol === typed)
    return {
      choices: found.map((one) => ({ kind: 'operator', operator: one, label: one.label, hint: one.symbol, group: field.label })),
      status: 'ready',
    }
  }
  const group = `${field.label} ${operator.label}`
  const choices: FilterChoice[] = listed.items.map((option) => ({
    kind: 'value',
    value: option.value,
    label: option.label,
    hint: option.hint,
    group,
  }))
  const free = readValue(typed, field)
  const own = free !== undefined && field.type !== 'choice' && !choices.some((choice) => choice.kind === 'value' && choice.value === free)
  if (own) choices.unshift({ kind: 'value', value: free, label: `Use “${free}”`, group })
  if (draft.values.length > 0 && typed === '') {
    choices.unshift({
      kind: 'token',
      token: { field: field.id, operator: operator.id, values: draft.values },
      label: `Apply ${draft.values.length === 1 ? 'this value' : `these ${draft.values.length} values`}`,
      group,
    })
  }
  return { choices, status: field.values ? listed.status : 'ready' }
}
