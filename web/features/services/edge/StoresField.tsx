import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/Field.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Select } from '../../../ui/Select.tsx'
import { rolloutFormLabels } from './labels.ts'
import { maxStores, type ParsedStoreNumbers } from './parseStoreNumbers.ts'

/** In bytes. A file of 5,000 lines with many columns is far smaller. */
const maxBytes = 2_000_000

interface StoresFieldProps {
  text: string
  read: ParsedStoreNumbers
  onTextChange: (text: string) => void
  onColumn: (column: number) => void
}

export function StoresField({ text, read, onTextChange, onColumn }: StoresFieldProps) {
  const file = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [rejectionMessage, setRejectionMessage] = useState<string>()
  const take = async (selected: File | undefined) => {
    if (!selected) return
    const problem = await problemOfFile(selected)
    setRejectionMessage(problem)
    if (!problem) onTextChange(await selected.text())
  }
  const onDrop = (event: DragEvent) => {
    setIsOver(false)
    const [droppedFile] = event.dataTransfer.files
    if (!droppedFile) return // The browser inserts the dropped text.
    event.preventDefault()
    void take(droppedFile)
  }
  const { lines, table } = read
  const hasTooManyStores = lines.length > maxStores
  return (
    <div className="space-y-3">
      <Field
        label={rolloutFormLabels.stores}
        name="stores"
        hint="Paste store numbers or a table from a spreadsheet, or drop a CSV file here."
        error={
          rejectionMessage ??
          (hasTooManyStores
            ? `This list has ${formatNumber(lines.length)} stores; a rollout can include up to ${formatNumber(maxStores)}. Split it into several rollouts.`
            : undefined)
        }
        aside={
          <Button size="sm" icon={FileUp} onClick={() => file.current?.click()}>
            Choose CSV file
          </Button>
        }
      >
        {(control) => (
          <textarea
            {...control}
            name="stores"
            spellCheck={false}
            autoComplete="off"
            rows={9}
            placeholder={'1204\n1205\n1311'}
            value={text}
            onChange={(event) => {
              setRejectionMessage(undefined)
              onTextChange(event.target.value)
            }}
            onDragOver={(event) => {
              event.preventDefault()
              setIsOver(true)
            }}
            onDragLeave={() => setIsOver(false)}
            onDrop={onDrop}
            className={cx('control resize-y px-2.5 py-1.5 font-mono text-sm', isOver && 'outline-2 outline-accent outline-dashed')}
          />
        )}
      </Field>
      <input
        ref={file}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        tabIndex={-1}
        aria-label={rolloutFormLabels.file}
        className="hidden"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = '' // After this, the same file can be chosen again, for example when its content was fixed.
        }}
      />
      {table && (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2 rounded-md border border-line bg-sunken px-3 py-2.5">
          <Select
            className="w-full sm:w-56"
            label="Column with the store numbers"
            value={String(table.numbers)}
            onChange={(value) => onColumn(Number(value))}
            options={table.columns.map((label, index) => ({ value: String(index), label }))}
          />
          <p className="min-w-48 flex-1 pb-1.5 text-sm text-ink-2">
            {rolloutFormLabels.table(table.columns.length)}{' '}
            {table.regions === undefined
              ? 'Other columns are ignored.'
              : `Azure regions come from “${table.columns[table.regions]}”. Other columns are ignored.`}
          </p>
        </div>
      )}
    </div>
  )
}

async function problemOfFile(file: File): Promise<string | undefined> {
  if (file.size > maxBytes) return `${file.name} is too large. Keep only the column with store numbers.`
  const start = await file.slice(0, 1_000).text()
  // Spreadsheets are ZIP archives, which start with PK, or binary files with zero bytes.
  return start.startsWith('PK') || start.includes('\0') ? rolloutFormLabels.notText(file.name) : undefined
}
