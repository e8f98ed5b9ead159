/** What becomes of votes given before a change was sent again, for the message that says so. */
export function votesSetAside(votes: number): { description?: string } {
  if (votes === 0) return {}
  return { description: votes === 1 ? 'The vote given before was set aside.' : `The ${votes} votes given before were set aside.` }
}
