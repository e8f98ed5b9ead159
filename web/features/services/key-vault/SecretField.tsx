import { Dices, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/Field.tsx'
import { secretLabels } from './labels.ts'

/** 40 characters out of 64 make 240 bits. None of them must be escaped in shells, URLs and connection strings. */
function generate(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return Array.from(crypto.getRandomValues(new Uint8Array(40)), (byte) => letters[byte % 64]).join('')
}

/** The field is a text area, because a password field would join the lines of a private key. */
export function SecretField({ value, onChange, error }: { value: string; onChange: (value: string) => void; error: string | undefined }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field
      label={secretLabels.value}
      name="value"
      hint="Sent directly to the vault. Slipway doesn’t store it and can’t show it again."
      error={error}
      aside={
        <span className="-my-1 flex gap-1">
          <Button size="sm" variant="quiet" icon={Dices} onClick={() => onChange(generate())}>
            {secretLabels.generate}
          </Button>
          <Button size="sm" variant="quiet" icon={isShown ? EyeOff : Eye} aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide' : secretLabels.show}
            <span className="sr-only"> the value</span>
          </Button>
        </span>
      }
    >
      {(control) => (
        <textarea
          {...control}
          rows={2}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          data-1p-ignore
          data-lpignore="true"
          className={cx(
            'control field-sizing-content max-h-48 min-h-14 overflow-y-auto px-2.5 py-1.5 font-mono text-sm break-all',
            !isShown && '[-webkit-text-security:disc]',
          )}
        />
      )}
    </Field>
  )
}
