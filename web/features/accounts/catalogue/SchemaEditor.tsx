import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { InputSchema } from '../../../shared/requestTypes.ts'
import { SchemaForm } from '../../../shared/SchemaForm.tsx'
import { type InputValues, presetValues } from '../../../shared/schemaValues.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { samples, withQuestion } from './schemaText.ts'

interface SchemaEditorProps {
  text: string
  onChange: (text: string) => void
  schema: InputSchema | undefined
  error: string | undefined
}

export function SchemaEditor({ text, onChange, schema, error }: SchemaEditorProps) {
  return (
    <fieldset className="rounded-md border border-line p-4">
      <legend className="px-1 font-medium">Settings</legend>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <span className="text-sm text-ink-2">Add setting:</span>
        {Object.entries(samples).map(([kind, { label }]) => (
          <Button
            key={kind}
            size="sm"
            icon={Plus}
            disabledReason={schema ? undefined : 'Fix the text first'}
            onClick={() => onChange(withQuestion(text, kind))}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <TextArea
          label="JSON Schema"
          name="inputs"
          rows={18}
          spellCheck={false}
          className="[&_textarea]:max-h-[32rem] [&_textarea]:font-mono [&_textarea]:text-sm"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          error={error}
        />
        <div className="min-w-0">
          <p className="mb-1 font-medium">Preview</p>
          <div className="rounded-md bg-sunken p-4">
            {schema ? (
              <Preview key={JSON.stringify(schema)} schema={schema} />
            ) : (
              <p className="text-ink-2">The preview appears when the JSON is valid.</p>
            )}
          </div>
        </div>
      </div>
    </fieldset>
  )
}

function Preview({ schema }: { schema: InputSchema }) {
  const [values, setValues] = useState<InputValues>(() => presetValues(schema))
  return <SchemaForm schema={schema} values={values} onChange={setValues} />
}
