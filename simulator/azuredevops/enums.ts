const enums = {
  changeType: { 1: 'add', 2: 'edit', 16: 'delete' },
  contentType: { 0: 'rawText', 1: 'base64Encoded' },
  pullRequestStatus: { 0: 'notSet', 1: 'active', 2: 'abandoned', 3: 'completed', 4: 'all' },
  recursion: { 0: 'none', 1: 'oneLevel', 4: 'oneLevelPlusNestedEmptyFolders', 120: 'full' },
  mergeStrategy: { 1: 'noFastForward', 2: 'squash', 3: 'rebase', 4: 'rebaseMerge' },
} as const satisfies Record<string, Record<number, string>>

type Names<K extends keyof typeof enums> = (typeof enums)[K][keyof (typeof enums)[K]]

export function enumName<K extends keyof typeof enums>(kind: K, input: unknown): Names<K> | undefined {
  const names: Record<number, string> = enums[kind]
  const text = String(input).toLowerCase()
  const match = names[Number(text)] ?? Object.values(names).find((name) => name.toLowerCase() === text)
  return match as Names<K> | undefined
}
