import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type ApiDocument, resolveSchema, type Schema } from './apiDocument.ts'
import { childrenOf, describeLimits, describeType } from './schemaLabels.ts'

export function SchemaTree({ schema, document }: { schema: Schema; document: ApiDocument }) {
  const parts = childrenOf(schema, document)
  if (parts.length === 0) return <p className="text-ink-2">{describeType(schema, document)}</p>
  return (
    <ul className="divide-y divide-line">
      {parts.map(([name, part, required]) => (
        <SchemaPart key={name} name={name} schema={part} required={required} document={document} />
      ))}
    </ul>
  )
}

export function SchemaPart({
  name,
  schema: initialSchema,
  required,
  document,
  says,
}: {
  name: string
  schema: Schema
  required: boolean
  document: ApiDocument
  /** The description of a parameter, which is not part of its schema. */
  says?: string | undefined
}) {
  const [open, setOpen] = useState(false)
  const { schema } = resolveSchema(initialSchema, document)
  const values = schema.enum ?? (schema.items && resolveSchema(schema.items, document).schema.enum)
  const description = says ?? initialSchema.description ?? schema.description
  const limits = describeLimits(schema)
  const hasChildren = childrenOf(initialSchema, document).length > 0
  return (
    <li className="py-1.5">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <code className="font-mono text-sm font-medium wrap-anywhere">{name}</code>
        <span className="text-sm text-ink-2">{describeType(initialSchema, document)}</span>
        {required && <span className="text-xs font-medium text-accent">required</span>}
        {limits.length > 0 && <span className="text-xs text-ink-3">{limits.join(' · ')}</span>}
      </div>
      {values && (
        <p className="mt-0.5 flex flex-wrap gap-1">
          {values.map((value) => (
            <code key={String(value)} className="rounded-sm bg-sunken px-1 font-mono text-xs text-ink-2 wrap-anywhere">
              {String(value)}
            </code>
          ))}
        </p>
      )}
      {description && <p className="mt-0.5 max-w-prose text-sm text-ink-2">{description}</p>}
      {schema.pattern && (
        <p className="mt-0.5 text-xs text-ink-3">
          matches <code className="font-mono wrap-anywhere">{schema.pattern}</code>
        </p>
      )}
      {hasChildren && (
        <>
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="mt-0.5 inline-flex min-h-6 items-center gap-0.5 rounded-sm text-sm text-accent hover:underline"
          >
            <ChevronRight size={14} aria-hidden className={open ? 'rotate-90' : undefined} />
            {open ? 'Hide' : 'Show'} fields of <code className="ml-1 font-mono text-xs">{name}</code>
          </button>
          {open && (
            <div className="mt-1 ml-1.5 border-l border-line-mid pl-3">
              <SchemaTree schema={initialSchema} document={document} />
            </div>
          )}
        </>
      )}
    </li>
  )
}
