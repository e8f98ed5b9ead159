export const voteVerbs: Record<string, string> = { approve: 'approved', reject: 'rejected', requestChanges: 'requested changes' }
