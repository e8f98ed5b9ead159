import { Fragment, useEffect, useRef } from 'react'
import { CopyBlock } from '../../../ui/CopyBlock.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import type { ApiDocument, ApiOperation } from './apiDocument.ts'
import { curlExample } from './curlExample.ts'
import { Method } from './Method.tsx'
import { SchemaPart, SchemaTree } from './SchemaTree.tsx'
import { describeType } from './schemaLabels.ts'

const variables = {
  signIn: 'First, set SLIPWAY_TOKEN to your token.',
  key: 'First, set SLIPWAY_KEY to the API key.',
  nothing: undefined,
}

export function OperationDetail({
  operation,
  document,
  takeFocus,
}: {
  operation: ApiOperation
  document: ApiDocument
  takeFocus: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takeFocus) heading.current?.focus()
  }, [takeFocus])
  const { parameters, body, responses } = operation
  const origin = document.servers?.[0]?.url ?? location.origin
  const successResponses = responses.filter(({ status }) => status < 300)
  const errors = responses.filter(({ status }) => status >= 300)
  const problem = errors.find((response) => response.body)?.body
  return (
    <div className="min-w-0 space-y-4">
      <Panel>
        <h2 ref={heading} tabIndex={-1} className="text-lg wrap-anywhere outline-none">
          {operation.summary}
        </h2>
        <p className="mt-1.5 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <Method method={operation.method} />
          <CopyId value={operation.path} kind="path" />
        </p>
        {operation.description && <p className="mt-2 max-w-prose">{operation.description}</p>}
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          <dt className="text-ink-2">Name</dt>
          <dd className="min-w-0">
            <CopyId value={operation.id} kind="name" />
          </dd>
          <dt className="text-ink-2">Access</dt>
          <dd>{operation.access}</dd>
        </dl>
      </Panel>
      <Panel title="Example" description={variables[operation.needs]}>
        <CopyBlock text={curlExample(operation, document, origin)} kind="example" />
      </Panel>
      {parameters.length > 0 && (
        <Panel title="Parameters">
          <ul className="divide-y divide-line">
            {parameters.map(({ name, in: place, schema, required = false, description }) => (
              <SchemaPart
                key={`${place} ${name}`}
                name={name}
                schema={schema}
                required={required}
                document={document}
                says={[`In the ${place}.`, description].filter(Boolean).join(' ')}
              />
            ))}
          </ul>
        </Panel>
      )}
      {body && (
        <Panel title="Body" description={`${describeType(body, document)}, as JSON`}>
          <SchemaTree schema={body} document={document} />
        </Panel>
      )}
      {successResponses.map((response) => (
        <Panel
          key={response.status}
          title={`Response ${response.status}`}
          description={[withCode(response.description), response.body && ` Body: ${describeType(response.body, document)}.`]}
        >
          {response.body && <SchemaTree schema={response.body} document={document} />}
        </Panel>
      ))}
      <Panel title="Errors">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {errors.map(({ status, description }) => (
            <Fragment key={status}>
              <dt className="font-medium tabular-nums">{status}</dt>
              <dd className="text-ink-2">{withCode(description)}</dd>
            </Fragment>
          ))}
        </dl>
        {problem && (
          <ul className="mt-3 border-t border-line">
            <SchemaPart name="body" schema={problem} required={false} document={document} says="All errors have the same body." />
          </ul>
        )}
      </Panel>
    </div>
  )
}

function withCode(text: string) {
  return text.split('`').map((part, place) =>
    place % 2 === 1 ? (
      <code key={part} className="font-mono text-[0.92em]">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
