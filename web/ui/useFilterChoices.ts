import { describeToken, parseToken, parseValue, suggestTokens } from './filterText.ts'
import type { FilterDraft, FilterField, FilterOperator, FilterToken } from './filterTypes.ts'
import type { Option } from './Select.tsx'
import { type Options, useOptions } from './useOptions.ts'

export type FilterChoice = { label: string; hint?: string | undefined; group: string } & (
  | { kind: 'text' }
  | { kind: 'token'; token: FilterToken }
  | { kind: 'field'; field: FilterField }
  | { kind: 'operator'; operator: FilterOperator }
  | { kind: 'value'; value: string }
)

const noItems: readonly Option[] = []
const searchText = (option: Option) => `${option.label} ${option.hint ?? ''}`

export function useFilterChoices(
  fields: readonly FilterField[],
  draft: FilterDraft,
  text: string,
  open: boolean,
): { choices: FilterChoice[]; status: Options<Option>['status'] } {
  const field = fields.find((item) => item.id === draft.field)
  const operator = field?.operators.find((item) => item.id === draft.operator)
  const fieldOptions = useOptions(field?.values ?? noItems, text, open && operator !== undefined, searchText)
  const typedText = text.trim()
  const isMatch = (label: string) => label.toLocaleLowerCase().includes(typedText.toLocaleLowerCase())

  if (!field) {
    const fullToken = parseToken(typedText, fields)
    const choiceOf = (token: FilterToken, group: string): FilterChoice[] => {
      const described = describeToken(token, fields)
      const label = described && `${described.field.label} ${described.operator.label} ${described.values.join(', ')}`
      return label ? [{ kind: 'token', token, label, group }] : []
    }
    const describedTokens = fullToken ? choiceOf(fullToken, 'Operator') : []
    const starts = (item: FilterField) => (item.label.toLocaleLowerCase().startsWith(typedText.toLocaleLowerCase()) ? 0 : 1)
    const matches = fields.filter((item) => isMatch(item.label)).sort((a, b) => starts(a) - starts(b))
    const choices: FilterChoice[] = matches.map((item) => ({ kind: 'field', field: item, label: item.label, group: 'Properties' }))
    if (describedTokens.length > 0) choices.unshift(...describedTokens)
    else if (typedText) {
      // A text that is the start of a property's name most likely means that property. Any other text is searched.
      const isPrefixMatch = matches[0] !== undefined && starts(matches[0]) === 0
      const text: FilterChoice = { kind: 'text', label: `Search for “${typedText}”`, group: 'Text' }
      if (isPrefixMatch) choices.push(text)
      else choices.unshift(text)
      choices.push(...suggestTokens(typedText, fields).flatMap((token) => choiceOf(token, 'Values')))
    }
    return { choices, status: 'ready' }
  }
  if (!operator) {
    const matches = field.operators.filter((item) => isMatch(item.label) || item.symbol === typedText)
    return {
      choices: matches.map((item) => ({ kind: 'operator', operator: item, label: item.label, hint: item.symbol, group: field.label })),
      status: 'ready',
    }
  }
  const group = `${field.label} ${operator.label}`
  const choices: FilterChoice[] = fieldOptions.items.map((option) => ({
    kind: 'value',
    value: option.value,
    label: option.label,
    hint: option.hint,
    group,
  }))
  const free = parseValue(typedText, field)
  const isCustom =
    free !== undefined && field.type !== 'choice' && !choices.some((choice) => choice.kind === 'value' && choice.value === free)
  if (isCustom) choices.unshift({ kind: 'value', value: free, label: `Use “${free}”`, group })
  if (draft.values.length > 0 && typedText === '') {
    choices.unshift({
      kind: 'token',
      token: { field: field.id, operator: operator.id, values: draft.values },
      label: `Apply ${draft.values.length === 1 ? 'this value' : `these ${draft.values.length} values`}`,
      group,
    })
  }
  return { choices, status: field.values ? fieldOptions.status : 'ready' }
}
