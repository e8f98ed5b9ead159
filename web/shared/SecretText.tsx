import { Check, Copy } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { useCopy } from '../ui/useCopy.ts'

/** A new secret, which is shown once. `what` is its kind, such as “key”. */
export function SecretText({ secret, what }: { secret: string; what: string }) {
  const { isCopied, copy } = useCopy(secret, what)
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line-mid bg-sunken p-3">
      <code className="min-w-0 flex-1 basis-64 font-mono text-sm wrap-anywhere select-all">{secret}</code>
      <Button icon={isCopied ? Check : Copy} onClick={copy}>
        {isCopied ? 'Copied' : `Copy ${what}`}
      </Button>
    </div>
  )
}
