import { Panel } from '../../../ui/Panel.tsx'
import { PolicyFlow } from './PolicyFlow.tsx'
import { TemplateRules } from './TemplateRules.tsx'
import type { ApprovalPolicy } from './types.ts'

export function PolicyReadingPanels({ policy }: { policy: ApprovalPolicy }) {
  const { reading, document } = policy
  const isDecidedByAzure = policy.kind === 'pimActivation'
  return (
    <div className="space-y-4">
      {document.description && <p className="max-w-prose text-ink-2">{document.description}</p>}
      <TemplateRules kind={policy.kind} />
      {!isDecidedByAzure && <PolicyFlow policy={policy} />}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Part
          title="Automatic rejections"
          empty="No requests are rejected automatically."
          items={reading.reject.map((sentence, index) => ({ sentence, code: document.reject[index]?.when }))}
        />
        <Part
          title="Automatic approvals"
          empty={
            isDecidedByAzure ? 'Activations that need no approval in Azure’s role settings.' : 'No requests are approved automatically.'
          }
          items={reading.approve.map((sentence, index) => ({ sentence, code: document.approve[index]?.when }))}
        />
      </div>
      <Part
        ordered
        title="Approval stages"
        empty={isDecidedByAzure ? 'The approvers in Azure’s role settings.' : 'No approval stages.'}
        items={reading.stages.map((sentence, index) => ({
          name: document.stages[index]?.name,
          sentence,
          code: document.stages[index]?.when,
        }))}
      />
    </div>
  )
}

interface PartProps {
  title: string
  empty: string
  ordered?: boolean
  items: readonly { name?: string | undefined; sentence: string; code: string | undefined }[]
}

function Part({ title, empty, ordered, items }: PartProps) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <Panel flush title={title}>
      {items.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">{empty}</p>
      ) : (
        <List aria-label={title} className="divide-y divide-line">
          {items.map(({ name, sentence, code }, index) => (
            <li key={`${name} ${sentence}`} className="grid gap-x-6 gap-y-1.5 px-4 py-3 lg:grid-cols-2">
              <div className="min-w-0">
                {name && (
                  <h3 className="font-semibold">
                    {ordered && <span className="mr-2 text-ink-3 tabular-nums">{index + 1}</span>}
                    {name}
                  </h3>
                )}
                <p className="wrap-anywhere">{sentence}</p>
              </div>
              {code && (
                <code className="block self-start rounded-sm bg-sunken px-2 py-1 font-mono text-sm [font-variant-ligatures:none] wrap-anywhere">
                  {code}
                </code>
              )}
            </li>
          ))}
        </List>
      )}
    </Panel>
  )
}
