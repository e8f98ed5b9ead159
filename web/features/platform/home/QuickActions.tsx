import { BookOpenText, Building2, FlaskConical, KeyRound, Plus, Server } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'

export function QuickActions() {
  return (
    <Panel title="Get started">
      <Button variant="primary" size="lg" icon={Plus} href={paths.requestAccount()} className="w-full">
        Request account
      </Button>
      <ul className="-mx-4 mt-3 -mb-2">
        <Row
          href={paths.requestSandbox()}
          icon={FlaskConical}
          tone="neutral"
          title="Request sandbox"
          note="A temporary Azure environment, ready in minutes"
        />
        <Row
          href={paths.findAccess()}
          icon={KeyRound}
          tone="neutral"
          title="Find access"
          note="Describe your task to find the access group with the least privilege"
        />
        <Row href={paths.accounts()} icon={Server} tone="neutral" title="Find account" note="By name, owner, tower or subscription ID" />
        <Row href={paths.towers()} icon={Building2} tone="neutral" title="Browse towers" note="Leads and families of each tower" />
        <Row
          href={paths.reference()}
          icon={BookOpenText}
          tone="neutral"
          title="Use the API"
          note="Automate tasks with the same operations"
        />
      </ul>
    </Panel>
  )
}
