import type { Icon } from './icon.ts'

export interface Command {
  id: string
  label: string
  group: string
  hint?: string
  icon?: Icon
  keywords?: string
}

const splitTerms = (text: string) => text.toLocaleLowerCase().split(/\s+/)

/** Whole words rank higher than parts of words, so that “leave” doesn’t find “leaver” first. */
function rankOf({ label, keywords = '' }: Command, query: string): number {
  const name = label.toLocaleLowerCase()
  if (name.startsWith(query)) return 0
  if (name.includes(query)) return 1
  const known = new Set([...splitTerms(label), ...splitTerms(keywords)])
  return splitTerms(query).every((term) => known.has(term)) ? 2 : 3
}

/**
 * Returns the commands that contain all words of the query, first the commands whose name matches. The commands of a group stay together,
 * at the position of the first one.
 */
export function matchCommands(commands: readonly Command[], query: string): readonly Command[] {
  const text = query.trim().toLocaleLowerCase()
  if (!text) return commands
  const terms = splitTerms(text)
  const ranked = commands
    .filter(({ label, group, keywords = '' }) => {
      const all = `${label} ${group} ${keywords}`.toLocaleLowerCase()
      return terms.every((term) => all.includes(term))
    })
    .map((command) => ({ command, rank: rankOf(command, text) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ command }) => command)
  return [...Map.groupBy(ranked, ({ group }) => group).values()].flat()
}
