import { useQuery } from '@tanstack/react-query'
import { listMySandboxes } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { myAccessLabels } from './myAccessLabels.ts'

const roleLabels = { owner: 'Owner', member: 'Member', none: '' } as const

/** Lists the sandboxes to whose groups the reader belongs, or renders nothing without any. Approvers see the same groups as evidence. */
export function HeldSandboxes() {
  const sandboxes = useQuery(listMySandboxes()).data?.filter(({ status }) => status !== 'deleted') ?? []
  if (sandboxes.length === 0) return null
  return (
    <Panel title={myAccessLabels.sandboxes} flush>
      <ul className="divide-y divide-line">
        {sandboxes.map(({ id, name, mine, template, lease }) => (
          <Row
            key={id}
            href={paths.sandbox(id)}
            title={name}
            note={`${roleLabels[mine]} · ${template.name}`}
            aside={
              lease.end && (
                <>
                  until <DateTime at={lease.end} time={false} />
                </>
              )
            }
          />
        ))}
      </ul>
    </Panel>
  )
}
