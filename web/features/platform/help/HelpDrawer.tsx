import { Keyboard, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { shellLabels } from '../../../shell/shellLabels.ts'
import { Button } from '../../../ui/Button.tsx'
import { Drawer } from '../../../ui/Dialog.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { uiLabels } from '../../../ui/labels.ts'
import { helpTopicOf } from './helpTopics.ts'
import { helpLabels } from './labels.ts'
import { SetupChecklist } from './SetupChecklist.tsx'
import { findTerms } from './terms.ts'

interface HelpDrawerProps {
  path: string
  isAdmin: boolean
  onClose: () => void
  onKeys: () => void
  onFeedback: () => void
}

export function HelpDrawer({ path, isAdmin, onClose, onKeys, onFeedback }: HelpDrawerProps) {
  const topic = helpTopicOf(path)
  return (
    <Drawer
      open
      onOpenChange={(next) => !next && onClose()}
      title={topic.title}
      description={topic.summary}
      footer={
        <>
          <Button icon={Keyboard} onClick={onKeys}>
            {helpLabels.keys}
          </Button>
          <Button icon={MessageSquare} onClick={onFeedback}>
            {shellLabels.giveFeedback}
          </Button>
        </>
      }
    >
      <div className="space-y-6">
        <section>
          <h3 className="rule-double mb-2 pb-1">{helpLabels.how}</h3>
          <ol className="list-decimal space-y-1.5 pl-5 marker:text-ink-2">
            {topic.steps.map((step) => (
              <li key={step} className="pl-1 text-pretty">
                {step}
              </li>
            ))}
          </ol>
        </section>
        <section>
          <h3 className="rule-double mb-1 pb-1">{helpLabels.questions}</h3>
          <ul className="divide-y divide-line">
            {topic.questions.map(([question, answer]) => (
              <li key={question} className="py-1.5">
                <Disclosure label={question}>
                  <p className="pb-1 pl-4.5 text-pretty">{answer}</p>
                </Disclosure>
              </li>
            ))}
          </ul>
        </section>
        {isAdmin && <SetupChecklist onNavigate={onClose} />}
        <Glossary key={topic.title} own={topic.terms} />
      </div>
    </Drawer>
  )
}

function Glossary({ own }: { own: readonly string[] }) {
  const [text, setText] = useState('')
  const [isComplete, setIsComplete] = useState(false)
  const found = findTerms(text)
  const shown = text === '' && !isComplete ? found.filter(([term]) => own.includes(term)) : found
  return (
    <section>
      <h3 className="rule-double mb-2 pb-1">{helpLabels.glossary}</h3>
      <SearchBox label={helpLabels.find} placeholder={helpLabels.find} text={text} onSearch={setText} />
      <p className="sr-only" role="status">
        {text !== '' && uiLabels.resultCount(shown.length)}
      </p>
      {shown.length === 0 && <p className="py-3 text-ink-2">No terms match “{text}”.</p>}
      <dl className="mt-3 space-y-2.5">
        {shown.map(([term, meaning]) => (
          <div key={term}>
            <dt className="font-medium">{term}</dt>
            <dd className="text-ink-2">{meaning}</dd>
          </div>
        ))}
      </dl>
      {text === '' && !isComplete && (
        <Button size="sm" variant="quiet" className="mt-2 -ml-2" onClick={() => setIsComplete(true)}>
          {helpLabels.all}
        </Button>
      )}
    </section>
  )
}
