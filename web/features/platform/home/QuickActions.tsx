import { BookOpenText, Building2, ChartColumnStacked, FlaskConical, KeyRound, Plus, ScrollText, Server } from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'

export function QuickActions({ me }: { me: CallResult<'getMe'> }) {
  const isResponsible = me.roles.includes('admin') || me.roles.includes('auditor')
  return (
    <Panel title="Get started">
      <Button variant="primary" size="lg" icon={Plus} href={paths.requestAccount()} className="w-full">
        Request account
      </Button>
      <ul className="-mx-4 mt-3 -mb-2">
        {isResponsible && (
          <>
            <Row
              href={paths.estate()}
              icon={ChartColumnStacked}
              tone="neutral"
              title="View estate"
              note="Cost, health and access of all accounts"
            />
            <Row
              href={paths.audit()}
              icon={ScrollText}
              tone="neutral"
              title="Search audit trail"
              note="Changes and denied requests, by person and action"
            />
          </>
        )}
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
