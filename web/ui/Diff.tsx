import { ChangedText } from './ChangedText.tsx'
import { Disclosure } from './Disclosure.tsx'
import { emptyCell } from './emptyCell.tsx'
import { uiLabels } from './labels.ts'
import { textDiff } from './textDiff.ts'

interface DiffRow {
  /** Required only if several rows have the same label. */
  key?: string
  label: string
  before: string | null
  after: string | null
  /** Shown on demand. */
  code?: { before: string | null; after: string | null } | null
}

/** Screen readers get the kind of each change as text, because colours alone don't tell it. */
export function Diff({ rows, label = 'Changes' }: { rows: readonly DiffRow[]; label?: string }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-xs text-ink-2">
            <th scope="col" className="rule-double w-1/5 py-1.5 pr-3 font-semibold">
              Field
            </th>
            <th scope="col" className="rule-double py-1.5 pr-3 font-semibold">
              Before
            </th>
            <th scope="col" className="rule-double py-1.5 font-semibold">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DiffLine key={row.key ?? row.label} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DiffLine({ row: { label, before, after, code } }: { row: DiffRow }) {
  const diff = textDiff(before ?? '', after ?? '')
  return (
    <tr className="align-top">
      <th scope="row" className="border-b border-line py-2 pr-3 font-normal wrap-break-word text-ink-2">
        {label}
      </th>
      <td className="border-b border-line py-2 pr-3 wrap-anywhere">
        {before ? <ChangedText side="before" segments={diff.before} /> : emptyCell}
        {code?.before && <Code code={code.before} about="before" />}
      </td>
      <td className="border-b border-line py-2 wrap-anywhere">
        {after ? <ChangedText side="after" segments={diff.after} /> : emptyCell}
        {code?.after && <Code code={code.after} about="after" />}
      </td>
    </tr>
  )
}

function Code({ code, about }: { code: string; about: string }) {
  return (
    <div className="mt-1">
      <Disclosure label={uiLabels.code} about={about}>
        <code className="block rounded-sm bg-sunken px-2 py-1 font-mono text-xs [font-variant-ligatures:none] whitespace-pre-wrap">
          {code}
        </code>
      </Disclosure>
    </div>
  )
}
