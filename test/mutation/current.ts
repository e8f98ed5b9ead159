/** The active change, and the changes that were executed; shared by the changed sources and the runner of a process. */
interface Shared {
  current: number | undefined
  hits: Set<number>
}
const place = globalThis as unknown as { __mutation?: Shared; __mutant?: (id: number) => boolean }
place.__mutation ??= { current: undefined, hits: new Set() }
const shared = place.__mutation
place.__mutant = (id) => {
  shared.hits.add(id)
  return shared.current === id
}

export function setCurrentMutant(id: number | undefined): void {
  shared.current = id
}

export function takeHits(): number[] {
  const hits = [...shared.hits]
  shared.hits.clear()
  return hits
}
