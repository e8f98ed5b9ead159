export function resetVotesToast(votes: number): { description?: string } {
  if (votes === 0) return {}
  return { description: votes === 1 ? 'The earlier vote no longer counts.' : `The ${votes} earlier votes no longer count.` }
}
