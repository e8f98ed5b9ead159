import { Boxes, Database, Eye, Hourglass, KeyRound, PoundSterling, Rocket, RotateCw, ShieldCheck } from 'lucide-react'
import type { Icon } from '../../../ui/icon.ts'
import { findLabels } from './groupLabels.ts'

const examples: readonly { icon: Icon; text: string; note: string }[] = [
  { icon: Rocket, text: findLabels.firstExample, note: 'Task, family and environment' },
  { icon: KeyRound, text: 'rotate the passwords of payments in production', note: 'A full sentence works too' },
  { icon: RotateCw, text: 'restart virtual machines of click and collect', note: 'Search by resource type' },
  { icon: Database, text: 'change the database of basket dev', note: 'Short environment names work' },
  { icon: PoundSterling, text: 'see what loyalty costs', note: 'Cost data only' },
  { icon: Eye, text: 'read everything in store edge staging', note: 'Read-only access' },
]

const benefits: readonly { icon: Icon; title: string; text: string }[] = [
  { icon: Boxes, title: 'Least privilege first', text: 'Groups with the fewest extra permissions come first.' },
  {
    icon: ShieldCheck,
    title: 'Approvers shown before you submit',
    text: 'See who approves your request and, if known, how long approval usually takes.',
  },
  { icon: Hourglass, title: 'Ends automatically', text: 'We remind you 14 days and 1 day before the end. You can request an extension.' },
]

export function Examples({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <>
      <section aria-labelledby="find-examples">
        <h2 id="find-examples" className="mb-2 text-sm font-semibold text-ink-2">
          {findLabels.examples}
        </h2>
        <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
          {examples.map(({ icon: Glyph, text, note }) => (
            <li key={text}>
              <button
                type="button"
                onClick={() => onChoose(text)}
                className="group flex h-full w-full items-start gap-3 rounded-md border border-line bg-surface px-3.5 py-3 text-left transition-colors duration-(--quick) hover:border-line-strong hover:bg-hover"
              >
                <Glyph size={17} aria-hidden className="mt-0.5 shrink-0 text-accent" />
                <span className="min-w-0">
                  <span className="block font-medium group-hover:text-accent">{text}</span>
                  <span className="block text-sm text-ink-2">{note}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <ul className="grid gap-x-8 gap-y-4 px-1 pt-3 md:grid-cols-3">
        {benefits.map(({ icon: Glyph, title, text }) => (
          <li key={title} className="flex gap-3">
            <Glyph size={17} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
            <div>
              <p className="font-medium">{title}</p>
              <p className="text-sm text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
