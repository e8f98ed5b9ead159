import type { AccountService, AccountUpdate, UpdatePreview } from '../../../shared/requestTypes.ts'
import type { InputValues } from '../../../shared/schemaValues.ts'

/** Keyed by catalogue item ID. */
export interface ServicesDraft {
  add: Record<string, InputValues>
  change: Record<string, InputValues>
  remove: string[]
}

export const emptyDraft: ServicesDraft = { add: {}, change: {}, remove: [] }

export function isEmpty({ add, change, remove }: ServicesDraft): boolean {
  return Object.keys(add).length + Object.keys(change).length + remove.length === 0
}

interface Line {
  id: string
  inputs: InputValues
}

export function draftOf(update: Pick<AccountUpdate, 'change'>): ServicesDraft {
  const linesOf = (state: Record<string, unknown>) => (state.items ?? []) as Line[]
  const before = new Map(linesOf(update.change.before).map((line) => [line.id, line]))
  const after = linesOf(update.change.after)
  const changed = after.filter(({ id, inputs }) => before.has(id) && JSON.stringify(before.get(id)?.inputs) !== JSON.stringify(inputs))
  const byId = (lines: Line[]) => Object.fromEntries(lines.map(({ id, inputs }) => [id, inputs]))
  return {
    add: byId(after.filter(({ id }) => !before.has(id))),
    change: byId(changed),
    remove: [...before.keys()].filter((id) => !after.some((line) => line.id === id)),
  }
}

export function bodyOf({ add, change, remove }: ServicesDraft) {
  const ordered = (items: Record<string, InputValues>) => Object.entries(items).map(([itemId, inputs]) => ({ itemId, inputs }))
  return { add: ordered(add), change: ordered(change), remove }
}

export function withItem(draft: ServicesDraft, id: string, inputs: InputValues, currentServices: readonly AccountService[]): ServicesDraft {
  const list = currentServices.some((service) => service.id === id) ? 'change' : 'add'
  return { ...draft, [list]: { ...draft[list], [id]: inputs }, remove: draft.remove.filter((item) => item !== id) }
}

export function withoutItem(draft: ServicesDraft, id: string): ServicesDraft {
  const { [id]: _added, ...add } = draft.add
  const { [id]: _changed, ...change } = draft.change
  return { add, change, remove: draft.remove.filter((item) => item !== id) }
}

/** Returns the server’s problems with an item, keyed by input. A problem with the whole item has the key `''`. */
export function problemsOfItem(draft: ServicesDraft, id: string, problems: UpdatePreview['problems']): Record<string, string> {
  const result: Record<string, string> = {}
  for (const list of ['add', 'change'] as const) {
    const position = Object.keys(draft[list]).indexOf(id)
    if (position < 0) continue
    for (const { field, message } of problems) {
      const place = `${list}.${position}.`
      if (!field.startsWith(place)) continue
      const name = field.slice(place.length).replace(/^inputs\./, '')
      result[name === 'itemId' ? '' : name] = message.charAt(0).toUpperCase() + message.slice(1)
    }
  }
  return result
}
