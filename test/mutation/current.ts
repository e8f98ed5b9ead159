/** The active mutant and the mutants that were reached, shared by the mutated sources and the runner of a process. */
interface MutantState {
  current: number | undefined
  hits: Set<number>
}
const place = globalThis as unknown as { __mutation?: MutantState; __mutant?: (id: number) => boolean }
place.__mutation ??= { current: undefined, hits: new Set() }
const mutationState = place.__mutation
place.__mutant = (id) => {
  mutationState.hits.add(id)
  return mutationState.current === id
}

export function setCurrentMutant(id: number | undefined): void {
  mutationState.current = id
}

export function takeHits(): number[] {
  const hits = [...mutationState.hits]
  mutationState.hits.clear()
  return hits
}
