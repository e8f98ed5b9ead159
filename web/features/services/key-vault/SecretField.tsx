import { Dices, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/Field.tsx'

/** 40 of 64 characters, none of which needs escaping in a shell, URL or connection string: 240 bits. */
function generate(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return Array.from(crypto.getRandomValues(new Uint8Array(40)), (byte) => letters[byte % 64]).join('')
}

/** A hidden value that can be shown. It accepts several lines, such as a private key, which a password field would join. */
export function SecretField({ value, onChange, error }: { value: string; onChange: (value: string) => void; error: string | undefined }) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      label="Value"
      name="value"
      hint="Goes straight to the vault. Slipway keeps it nowhere and cannot show it again."
      error={error}
      aside={
        <span className="-my-1 flex gap-1">
          <Button size="sm" variant="quiet" icon={Dices} onClick={() => onChange(generate())}>
            Generate
          </Button>
          <Button size="sm" variant="quiet" icon={shown ? EyeOff : Eye} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
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
            !shown && '[-webkit-text-security:disc]',
          )}
        />
      )}
    </Field>
  )
}
