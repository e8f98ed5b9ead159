import { Code, List } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'
import { ConditionList } from './ConditionList.tsx'
import { conditionLabels, factsOfKind } from './conditionLabels.ts'
import { type ConditionRows, readCondition, writeCondition } from './conditionRows.ts'
import { withInserted } from './conditionText.ts'
import { FactsPopover } from './FactsPopover.tsx'
import type { Fact, PolicyKind } from './types.ts'
import { WarningText } from './WarningText.tsx'

const maxLength = 1_000

interface ConditionFieldProps {
  /** The JSON pointer of the condition in the policy document. Errors link to it. */
  name: string
  value: string
  error: string | undefined
  warning: string | undefined
  reading?: string | undefined
  kind: PolicyKind
  facts: readonly Fact[]
  onChange: (text: string) => void
}

export function ConditionField({ name, value, error, warning, reading, kind, facts, onChange }: ConditionFieldProps) {
  // A comparison without a value can't be read from its text.
  const [edited, setEdited] = useState<{ text: string; rows: ConditionRows }>()
  const rows = edited?.text === value ? edited.rows : readCondition(value, facts)
  const [isCode, setIsCode] = useState(rows === undefined)
  const setRows = (next: ConditionRows) => {
    const text = writeCondition(next)
    setEdited({ text, rows: next })
    onChange(text)
  }
  return (
    <div>
      {isCode || !rows ? (
        <CodeField name={name} value={value} error={error} facts={factsOfKind(facts, kind)} onChange={onChange} />
      ) : (
        <FieldGroup label={conditionLabels.condition} name={name} error={error}>
          <ConditionList kind={kind} rows={rows} facts={facts} isChecked={error !== undefined} onChange={setRows} />
        </FieldGroup>
      )}
      {!error && warning && <WarningText>{warning}</WarningText>}
      {!error && reading && <p className="mt-1 text-sm wrap-anywhere text-ink-2">{reading}</p>}
      <Button
        size="sm"
        variant="quiet"
        icon={isCode ? List : Code}
        className="mt-1 -ml-2"
        disabledReason={rows ? undefined : conditionLabels.onlyCode}
        onClick={() => setIsCode(!isCode)}
      >
        {isCode || !rows ? conditionLabels.asList : conditionLabels.asCode}
      </Button>
    </div>
  )
}

function CodeField({ name, value, error, facts, onChange }: Omit<ConditionFieldProps, 'reading' | 'warning' | 'kind'>) {
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
    <Field label={conditionLabels.condition} name={name} error={error} aside={<FactsPopover facts={facts} onInsert={insert} />}>
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
  )
}
