import { Download, FileJson, FileSpreadsheet, ShieldCheck } from 'lucide-react'
import type { listQuery } from '../../../shared/listSearch.ts'
import { saveFile } from '../../../shared/saveFile.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'

export function ExportMenu({ query: { page: _page, size: _size, ...query } }: { query: ReturnType<typeof listQuery> }) {
  return (
    <Menu
      trigger={<Button icon={Download}>Export</Button>}
      items={[
        { label: 'Filtered events as CSV', icon: FileSpreadsheet, onSelect: () => saveFile('/audit/export.csv', query) },
        { label: 'Filtered events as OCSF', icon: FileJson, onSelect: () => saveFile('/audit/export.ocsf.jsonl', query) },
        {
          label: 'Full trail as evidence',
          icon: ShieldCheck,
          separated: true,
          onSelect: () => saveFile('/audit/export.evidence.jsonl'),
        },
      ]}
    />
  )
}
