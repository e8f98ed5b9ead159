import { CopyId } from '../../../ui/CopyId.tsx'
import { Panel } from '../../../ui/Panel.tsx'

export function Introduction() {
  return (
    <div className="space-y-4">
      <Panel title="Base URL">
        <p>
          All operations are under <CopyId value={location.origin} kind="base URL" />. Requests and responses are JSON, times are ISO 8601
          in UTC, and money is in minor units.
        </p>
      </Panel>
      <Panel title="Authentication">
        <p className="max-w-prose">
          Programs send a bearer token from the directory for <code className="font-mono text-sm">api://slipway/.default</code> over HTTPS.
          Your browser uses your session. You have the same permissions with both.
        </p>
        <p className="mt-2 max-w-prose">
          A pipeline that deploys, merges or reports can send an API key in <code className="font-mono text-sm">x-api-key</code> instead. An
          administrator generates the key for these operations only.
        </p>
      </Panel>
      <Panel title="Concurrent and repeated changes">
        <ul className="max-w-prose list-disc space-y-1 pl-4">
          <li>
            Each record has a <code className="font-mono text-sm">version</code>. Send it as{' '}
            <code className="font-mono text-sm">If-Match: "3"</code> to avoid overwriting other changes. If the record changed, the response
            is 412.
          </li>
          <li>
            Send an <code className="font-mono text-sm">Idempotency-Key</code> with each change, so that a repeated request returns the
            first response.
          </li>
        </ul>
      </Panel>
      <Panel title="Errors">
        <p className="max-w-prose">
          Errors are problem details (RFC 9457) with a <code className="font-mono text-sm">code</code>, a message, the invalid fields and a{' '}
          <code className="font-mono text-sm">requestId</code> to quote. A failed request changes nothing, with three exceptions.
        </p>
        <ul className="mt-2 max-w-prose list-disc space-y-1 pl-4">
          <li>
            503 <code className="font-mono text-sm">outcomeUnknown</code>: the connection to the database or an external service was lost
            while it was saved. Follow the message: send it again with the same <code className="font-mono text-sm">Idempotency-Key</code>,
            or check first.
          </li>
          <li>
            500 <code className="font-mono text-sm">internal</code> with “This was saved”: only the response couldn’t be created. Read the
            record.
          </li>
          <li>
            502 <code className="font-mono text-sm">outsideFailed</code> without “Nothing was changed”: the request was saved, and Azure
            rejected its run. Correct the cause, then send it again with a new key.
          </li>
        </ul>
      </Panel>
    </div>
  )
}
