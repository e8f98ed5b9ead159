import { ComboboxList, MultiComboboxList } from './ComboboxList.tsx'
import type { ComboboxProps, MultiComboboxProps } from './controlTypes.ts'
import { Field, splitField } from './Field.tsx'

/** A choice of one option from many. `<Combobox label="Family" options={searchFamilies} value={family} onChange={setFamily} />` */
export function Combobox(props: ComboboxProps) {
  const [field, combobox] = splitField(props)
  return <Field {...field}>{(control) => <ComboboxList {...combobox} name={field.name} control={control} />}</Field>
}

/**
 * A choice of several options, shown as chips; Backspace removes the last one. `<MultiCombobox label="Owners" options={searchPeople}
 * value={owners} onChange={setOwners} />`
 */
export function MultiCombobox(props: MultiComboboxProps) {
  const [field, combobox] = splitField(props)
  return <Field {...field}>{(control) => <MultiComboboxList {...combobox} name={field.name} control={control} />}</Field>
}
