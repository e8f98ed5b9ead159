import { Braces } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { examplesOf, insertable } from './conditionText.ts'
import { policyLabels } from './labels.ts'
import type { Fact } from './types.ts'

type FactGroup = 'request' | 'target' | 'requester' | 'risk'
const groups: Record<FactGroup, string> = { request: 'Request', target: 'Account or sandbox', requester: 'Requester', risk: 'Risk' }

export function FactsPopover({ facts, onInsert }: { facts: readonly Fact[]; onInsert: (text: string) => void }) {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const id = useId()
  const normalizedQuery = query.trim().toLocaleLowerCase()
  const isMatch = ({ path, phrase, description, values }: Fact) =>
    [path, phrase, description, ...(values ?? [])].some((text) => text.toLocaleLowerCase().includes(normalizedQuery))
  const result = facts.filter(isMatch)
  const insert = (text: string) => {
    setOpen(false)
    setQuery('')
    onInsert(text)
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={policyLabels.facts}
      hideTitle
      align="end"
      trigger={
        <Button size="sm" variant="quiet" icon={Braces}>
          {policyLabels.facts}
        </Button>
      }
    >
      <div className="w-[26rem] max-w-full">
        <TextField
          hideLabel
          label="Search facts"
          placeholder="Search facts"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <div className="mt-2 max-h-80 space-y-3 overflow-y-auto">
          {normalizedQuery === '' && (
            <section aria-labelledby={`${id}-examples`}>
              <h4 id={`${id}-examples`} className="mb-1 text-xs font-semibold text-ink-2">
                Examples
              </h4>
              <ul className="space-y-1">
                {examplesOf(facts).map(({ text, title }) => (
                  <li key={text}>
                    <button type="button" className="option w-full text-left" onClick={() => insert(text)}>
                      <span className="min-w-0">
                        <span className="block">{title}</span>
                        <code className="block font-mono text-xs [font-variant-ligatures:none] wrap-anywhere text-ink-2">{text}</code>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {Object.entries(groups).map(([group, title]) => {
            const groupFacts = result.filter(({ path }) => path.startsWith(`${group}.`))
            if (groupFacts.length === 0) return null
            return (
              <section key={group} aria-labelledby={`${id}-${group}`}>
                <h4 id={`${id}-${group}`} className="mb-1 text-xs font-semibold text-ink-2">
                  {title}
                </h4>
                <ul className="space-y-1">
                  {groupFacts.map((fact) => (
                    <li key={fact.path}>
                      <button type="button" className="option w-full text-left" onClick={() => insert(insertable(fact))}>
                        <span className="min-w-0">
                          <code className="font-mono text-sm">{fact.path}</code>
                          <span className="block text-xs text-ink-2">{fact.description}</span>
                        </span>
                      </button>
                      {fact.values && (
                        <div className="flex flex-wrap gap-1 px-2 pb-1">
                          {fact.values.map((value) => (
                            <button
                              key={value}
                              type="button"
                              aria-label={policyLabels.factIs(fact.path, value)}
                              className="rounded-sm border border-line-mid bg-surface px-1.5 font-mono text-xs hover:bg-hover"
                              onClick={() => insert(insertable(fact, value))}
                            >
                              {value}
                            </button>
                          ))}
                        </div>
                      )}
                    </li>
                  ))}
                </ul>
              </section>
            )
          })}
          {result.length === 0 && <p className="text-sm text-ink-2">No facts match “{query}”.</p>}
        </div>
      </div>
    </Popover>
  )
}
