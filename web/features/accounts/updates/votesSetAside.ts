/** Explains that earlier votes no longer count. */
export function votesSetAside(votes: number): { description?: string } {
  if (votes === 0) return {}
  return { description: votes === 1 ? 'The vote given before was set aside.' : `The ${votes} votes given before were set aside.` }
}
