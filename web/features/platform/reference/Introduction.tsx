import { CopyId } from '../../../ui/CopyId.tsx'
import { Panel } from '../../../ui/Panel.tsx'

export function Introduction() {
  return (
    <div className="space-y-4">
      <Panel title="Where">
        <p>
          All calls are under <CopyId value={location.origin} what="address of the API" />, take and give JSON, and say times in ISO 8601
          UTC and money in minor units.
        </p>
      </Panel>
      <Panel title="Who is calling">
        <p className="max-w-prose">
          A program sends a bearer token of the directory for <code className="font-mono text-sm">api://slipway/.default</code>, over https
          only. In the browser your session speaks for you. What you may do is the same either way.
        </p>
        <p className="mt-2 max-w-prose">
          A pipeline that only deploys, merges or reports sends an API key in <code className="font-mono text-sm">x-api-key</code>: an
          administrator makes one for just those calls, and it can do nothing else.
        </p>
      </Panel>
      <Panel title="Changing things safely">
        <ul className="max-w-prose list-disc space-y-1 pl-4">
          <li>
            A record has a <code className="font-mono text-sm">version</code>. Send it as{' '}
            <code className="font-mono text-sm">If-Match: "3"</code> and a change that somebody made in between is not overwritten: the
            answer is 412.
          </li>
          <li>
            Send an <code className="font-mono text-sm">Idempotency-Key</code> with what changes something, and a repeat gives the first
            answer again.
          </li>
        </ul>
      </Panel>
      <Panel title="When it does not work">
        <p className="max-w-prose">
          Errors are problem details (RFC 9457) with a <code className="font-mono text-sm">code</code>, a message in plain words, the bad
          fields, and a <code className="font-mono text-sm">requestId</code> to quote. Nothing half-done is left behind.
        </p>
      </Panel>
    </div>
  )
}
