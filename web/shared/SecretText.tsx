import { Check, Copy } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { useCopy } from '../ui/useCopy.ts'

/** A new secret, which is shown once. `kind` is its name, such as “key”. */
export function SecretText({ secret, kind }: { secret: string; kind: string }) {
  const { isCopied, copy } = useCopy(secret, kind)
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line-mid bg-sunken p-3">
      <code className="min-w-0 flex-1 basis-64 font-mono text-sm wrap-anywhere select-all">{secret}</code>
      <Button icon={isCopied ? Check : Copy} onClick={copy}>
        {isCopied ? 'Copied' : `Copy ${kind}`}
      </Button>
    </div>
  )
}
