import { BookOpenText, Building2, FlaskConical, KeyRound, Plus, Server } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'

export function StartSomething() {
  return (
    <Panel title="Start something">
      <Button variant="primary" size="lg" icon={Plus} href={paths.requestAccount()} className="w-full">
        Request an account
      </Button>
      <ul className="-mx-4 mt-3 -mb-2">
        <Row
          href={paths.requestSandbox()}
          icon={FlaskConical}
          tone="neutral"
          title="Request a sandbox"
          note="A place to try things, ready in minutes, that cleans up after itself"
        />
        <Row
          href={paths.findAccess()}
          icon={KeyRound}
          tone="neutral"
          title="Find access"
          note="Say what you need to do, and see the smallest group that lets you"
        />
        <Row
          href={paths.accounts()}
          icon={Server}
          tone="neutral"
          title="Find an account"
          note="By name, owner, tower, or a subscription id"
        />
        <Row href={paths.towers()} icon={Building2} tone="neutral" title="Look at the towers" note="Who leads what, and its families" />
        <Row href={paths.reference()} icon={BookOpenText} tone="neutral" title="Use the API" note="Everything here can be called" />
      </ul>
    </Panel>
  )
}
