import { useRef } from 'react'
import { Field } from '../../../ui/Field.tsx'
import { withInserted } from './conditionText.ts'
import { FactsPopover } from './FactsPopover.tsx'
import type { Fact } from './types.ts'

const maxLength = 1_000

interface ConditionFieldProps {
  label: string
  hint?: string
  /** The JSON pointer of the condition in the policy document. Errors link to it. */
  name: string
  value: string
  error: string | undefined
  reading?: string | undefined
  facts: readonly Fact[]
  onChange: (text: string) => void
}

export function ConditionField({ label, hint, name, value, error, reading, facts, onChange }: ConditionFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (part: string) => {
    const at = area.current
    const { text, cursor } = withInserted(value, at?.selectionStart ?? value.length, at?.selectionEnd ?? value.length, part)
    onChange(text)
    requestAnimationFrame(() => {
      at?.focus()
      at?.setSelectionRange(cursor, cursor)
    })
  }
  return (
    <div>
      <Field label={label} hint={hint} name={name} error={error} aside={<FactsPopover facts={facts} onInsert={insert} />}>
        {(control) => (
          <textarea
            {...control}
            ref={area}
            name={name}
            rows={2}
            maxLength={maxLength}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            value={value}
            placeholder='target.environment == "development"'
            onChange={(event) => onChange(event.target.value)}
            className="control field-sizing-content min-h-14 resize-y px-2.5 py-1.5 font-mono text-sm [font-variant-ligatures:none]"
          />
        )}
      </Field>
      {!error && reading && <p className="mt-1 text-sm text-ink-2">{reading}</p>}
    </div>
  )
}
