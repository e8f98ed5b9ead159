import { Checkbox } from '../ui/Checkbox.tsx'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea, TextField } from '../ui/TextField.tsx'
import { labelFor } from './labels.ts'
import type { InputProperty, InputSchema } from './requestTypes.ts'
import { hintOf, type InputValue, type InputValues, titleOf } from './schemaValues.ts'

interface SchemaFormProps {
  schema: InputSchema
  values: InputValues
  onChange: (values: InputValues) => void
  problems?: Record<string, string>
}

/**
 * Shows a field for each property of a JSON Schema, in the schema's order. `<SchemaForm schema={item.inputs} values={…} onChange={…} />`
 */
export function SchemaForm({ schema, values, onChange, problems = {} }: SchemaFormProps) {
  const entries = Object.entries(schema.properties)
  if (entries.length === 0) return <p className="text-ink-2">This service has no settings.</p>
  const set = (name: string, value: InputValue | undefined) => {
    const { [name]: _old, ...otherValues } = values
    onChange(value === undefined ? otherValues : { ...otherValues, [name]: value })
  }
  return (
    <div className="space-y-5">
      {entries.map(([name, property]) => (
        <Input
          key={name}
          name={name}
          property={property}
          optional={!schema.required?.includes(name)}
          value={values[name]}
          error={problems[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
    </div>
  )
}

interface InputProps {
  name: string
  property: InputProperty
  optional: boolean
  value: InputValue | undefined
  error: string | undefined
  onChange: (value: InputValue | undefined) => void
}

function Input({ name, property, optional, value, error, onChange }: InputProps) {
  const shared = { label: titleOf(name, property), hint: hintOf(property), name: `inputs.${name}`, error, optional }
  if (property.type === 'boolean') {
    const { optional: _optional, ...row } = shared
    return <Checkbox {...row} checked={value === true} onChange={(event) => onChange(event.target.checked)} />
  }
  if (property.type === 'array')
    return <Choices {...shared} property={property} value={Array.isArray(value) ? value : []} onChange={onChange} />
  if (property.enum) {
    const options = property.enum.map((choice) => ({ value: choice, label: labelFor('region', choice) }))
    return <Select {...shared} options={options} value={typeof value === 'string' ? value : null} onChange={onChange} />
  }
  if (property.type === 'string') {
    const text = typeof value === 'string' ? value : ''
    const onTyped = (next: string) => onChange(next === '' ? undefined : next)
    const native = { value: text, maxLength: property.maxLength, spellCheck: !property.pattern }
    if ((property.maxLength ?? 0) > 200)
      return <TextArea {...shared} {...native} rows={3} onChange={(event) => onTyped(event.target.value)} />
    return <TextField {...shared} {...native} mono={property.pattern !== undefined} onChange={(event) => onTyped(event.target.value)} />
  }
  return (
    <NumberField
      {...shared}
      className="sm:w-80"
      {...(property.minimum !== undefined && { min: property.minimum })}
      {...(property.maximum !== undefined && { max: property.maximum })}
      {...(property.type === 'number' && { format: { maximumFractionDigits: 10 } })}
      defaultValue={typeof property.default === 'number' ? property.default : undefined}
      value={typeof value === 'number' ? value : null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

function Choices(props: Omit<InputProps, 'value'> & { label: string; hint: string | undefined; value: string[] }) {
  const { label, hint, name, property, optional, value, error, onChange } = props
  return (
    <FieldGroup label={label} hint={hint} name={name} error={error} optional={optional}>
      <div className="grid gap-1.5 sm:grid-cols-2">
        {property.items?.enum.map((choice) => (
          <Checkbox
            key={choice}
            label={labelFor('region', choice)}
            checked={value.includes(choice)}
            onChange={(event) => onChange(event.target.checked ? [...value, choice] : value.filter((item) => item !== choice))}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
