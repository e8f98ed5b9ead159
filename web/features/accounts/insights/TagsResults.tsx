import { count } from '../../../shared/waits.ts'
import { Status } from '../../../ui/Status.tsx'
import { tagsLabels } from './labels.ts'
import type { TaggableResource } from './tagsRules.ts'
import type { TagResult } from './useTagging.ts'

const maxShown = 50

export function TagsResults({ things, results }: { things: readonly TaggableResource[]; results: ReadonlyMap<string, TagResult> }) {
  const all = things.map((item) => ({ ...item, result: results.get(item.id) }))
  const succeededItems = all.filter(({ result }) => result?.ok)
  const failed = all.filter(({ result }) => !result?.ok)
  const unchanged = succeededItems.filter(({ result }) => result?.unchanged).length
  return (
    <div className="space-y-3">
      <div role="status" className="flex flex-wrap gap-x-5 gap-y-1">
        {succeededItems.length > unchanged && <Status tone="ok">{tagsLabels.changed(succeededItems.length - unchanged)}</Status>}
        {unchanged > 0 && <Status tone="neutral">{unchanged} already correct</Status>}
        {failed.length > 0 && <Status tone="bad">{count(failed.length, 'resource')} not changed</Status>}
      </div>
      {failed.length > 0 && (
        <ul aria-label={tagsLabels.notChanged} className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line">
          {failed.slice(0, maxShown).map(({ id, name, result }) => (
            <li key={id} className="px-3 py-1.5">
              <span className="font-medium wrap-anywhere">{name}</span>
              <span className="block text-sm text-ink-2">{result?.error?.message ?? 'Not processed yet.'}</span>
            </li>
          ))}
          {failed.length > maxShown && <li className="px-3 py-1.5 text-sm text-ink-2">and {failed.length - maxShown} more</li>}
        </ul>
      )}
    </div>
  )
}
