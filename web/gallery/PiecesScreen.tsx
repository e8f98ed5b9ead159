import { CircleSlash, Ellipsis, Plus, Search, Server, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Checkbox, Switch } from '../ui/Choice.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { CopyId } from '../ui/CopyId.tsx'
import { Dialog, Drawer } from '../ui/Dialog.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { KeyboardHelp } from '../ui/Keys.tsx'
import { Link } from '../ui/Link.tsx'
import { announce } from '../ui/LiveRegion.tsx'
import { Menu } from '../ui/Menu.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { Page } from '../ui/Page.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Avatar } from '../ui/Person.tsx'
import { Popover } from '../ui/Popover.tsx'
import { Progress } from '../ui/Progress.tsx'
import { type Option, Select } from '../ui/Select.tsx'
import { SkeletonFacts, SkeletonText } from '../ui/Skeleton.tsx'
import { Sparkline } from '../ui/Sparkline.tsx'
import { EmptyState, ErrorState, RefusedState } from '../ui/States.tsx'
import { Badge, Ended, Status, type Tone } from '../ui/Status.tsx'
import { TextArea, TextField } from '../ui/TextField.tsx'
import { Countdown, DateTime, Duration, RelativeTime } from '../ui/Time.tsx'
import { toast } from '../ui/Toast.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { FormPiece } from './FormPiece.tsx'
import { piecesLabels } from './galleryLabels.ts'

const tones: Tone[] = ['neutral', 'info', 'ok', 'warn', 'bad', 'busy']
const towers: Option[] = [
  { value: 'digital', label: 'Digital' },
  { value: 'stores', label: 'Stores' },
  { value: 'data', label: 'Data', disabledReason: 'Closed until January' },
]
const fruit: Option[] = Array.from({ length: 40 }, (_, at) => ({
  value: String(at),
  label: `Family ${at + 1}`,
  hint: `${at * 3} accounts`,
}))

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line py-2.5 last:border-0">
      <span className="w-28 text-sm text-ink-2">{label}</span>
      {children}
    </div>
  )
}

/** Every small piece in every state. */
export function PiecesScreen() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'confirm' | 'keys'>()
  const [tower, setTower] = useState<string | null>(null)
  const [family, setFamily] = useState<Option | null>(null)
  const [days, setDays] = useState<number | null>(30)
  const close = () => setOpen(undefined)
  return (
    <Page title="Pieces" description="Every piece of the kit in every state.">
      <div className="grid gap-4 xl:grid-cols-2">
        <Panel title="Buttons">
          <Row label="Variants">
            <Button variant="primary" icon={Plus}>
              Request
            </Button>
            <Button>Edit</Button>
            <Button variant="quiet">Cancel</Button>
            <Button variant="danger" icon={Trash2}>
              Delete
            </Button>
            <Link href="/accounts">A link</Link>
          </Row>
          <Row label="States">
            <Button variant="primary" loading>
              Sending
            </Button>
            <Button disabledReason={piecesLabels.ownersOnly}>Refused</Button>
            <Button variant="primary" disabledReason="Choose at least one account">
              Refused
            </Button>
          </Row>
          <Row label="Sizes">
            <Button size="sm">Small</Button>
            <Button>Normal</Button>
            <Button size="lg">Large</Button>
            <IconButton icon={Search} label="Search" />
            <IconButton icon={Ellipsis} label="More" variant="secondary" disabledReason="Nothing more to do" />
          </Row>
          <Row label="Opens">
            <Button onClick={() => setOpen('dialog')}>Dialog</Button>
            <Button onClick={() => setOpen('confirm')}>Confirm</Button>
            <Button onClick={() => setOpen('drawer')}>Drawer</Button>
            <Button onClick={() => setOpen('keys')}>Keys</Button>
            <Menu
              trigger={<Button>Menu</Button>}
              items={[
                { label: 'Rename', onSelect: () => toast.ok('Renamed') },
                { label: 'Delete', danger: true, separated: true, disabledReason: 'It still holds 3 accounts' },
              ]}
            />
            <Popover trigger={<Button>Popover</Button>} title="Last use">
              <p className="max-w-56 text-ink-2">Seen eleven days ago, from the pipeline.</p>
            </Popover>
            <Tooltip content="Says more">
              <Button>Tooltip</Button>
            </Tooltip>
            <Button
              onClick={() =>
                toast.bad('Not saved', {
                  description: 'Someone changed it meanwhile. Nothing was changed.',
                  action: { label: 'See what changed', onClick: () => announce('Shown') },
                })
              }
            >
              Toast
            </Button>
          </Row>
        </Panel>
        <Panel title="Statuses">
          <Row label="In a row">
            {tones.map((tone) => (
              <Status key={tone} tone={tone}>
                {tone}
              </Status>
            ))}
            <Status tone="neutral" icon={Ended}>
              ended
            </Status>
          </Row>
          <Row label="Pills">
            {tones.map((tone) => (
              <Status key={tone} pill tone={tone}>
                {tone}
              </Status>
            ))}
          </Row>
          <Row label="Badges">
            {tones.map((tone, at) => (
              <Badge key={tone} tone={tone}>
                {at * 7}
              </Badge>
            ))}
          </Row>
          <Row label="Times">
            <RelativeTime at={new Date(Date.now() - 3e8).toISOString()} />
            <DateTime at="2026-11-21T09:30:00Z" />
            <Duration from="2026-11-21T09:30:00Z" to="2026-11-23T13:12:00Z" />
            <Countdown until={new Date(Date.now() + 4e6).toISOString()} />
          </Row>
          <Row label="People, ids">
            <Avatar name="Amira Okafor" size="sm" />
            <Avatar name="Dana Silva" />
            <Avatar name="Zoë" size="lg" />
            <CopyId value="0192f3c4-8b21-7a1e-9c00-3f6d2b8e5a17" short />
            <Sparkline label="Rising" values={[3, 4, 4, 6, 5, 8, 9]} />
          </Row>
        </Panel>
        <Panel title="Fields">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Name"
              hint="Lower-case letters, digits and hyphens."
              defaultValue="payments-prod"
              state={{ status: 'ok', text: 'This name is free' }}
            />
            <TextField
              label="Name"
              hint="Lower-case letters, digits and hyphens."
              defaultValue="pay"
              state={{ status: 'checking', text: 'Checking…' }}
            />
            <TextField label="Address space" mono defaultValue="10.42.16.0/24" state={{ status: 'bad', text: 'Overlaps stock-prod-004' }} />
            <TextField label="Cost centre" optional error="Use the form CC-1234" defaultValue="4711" prefix="CC-" />
            <Select label="Tower" options={towers} value={tower} onChange={setTower} />
            <Combobox label="Family" options={fruit} value={family} onChange={setFamily} placeholder="Find a family" />
            <NumberField label="Duration" value={days} onChange={setDays} min={1} max={90} suffix="days" />
            <TextField label="Until" type="date" defaultValue="2026-12-24" />
            <TextArea
              label="Justification"
              maxLength={40}
              defaultValue="This text is rather longer than forty characters."
              className="sm:col-span-2"
            />
            <Checkbox label="I have read what will go" hint="214 resources, 3 peerings" />
            <Switch label="Tell me when it is ready" defaultChecked />
          </div>
        </Panel>
        <Panel title="A form">
          <FormPiece />
        </Panel>
        <div className="space-y-4">
          <ErrorSummary
            title="Two things need your attention"
            errors={[{ name: 'x', message: 'Give a name' }, { message: 'The request was not sent' }]}
          />
          <Banner tone="info" title="Maintenance on Sunday from 06:00 to 07:00" onDismiss={() => {}} />
          <Banner tone="bad" title="Provisioning stopped">
            The hub has no capacity for another peering.
          </Banner>
          <Panel title="Coming">
            <div className="space-y-4">
              <Progress label="Stores" value={0.42} text="42 of 100" />
              <Progress label="Importing" value={null} />
              <SkeletonText />
              <SkeletonFacts count={4} />
            </div>
          </Panel>
        </div>
        <Panel>
          <EmptyState
            icon={Server}
            title="You own no account yet"
            action={
              <Button variant="primary" icon={Plus} href="/request">
                Request an account
              </Button>
            }
          >
            It takes about six hours, most of it waiting for the family owner.
          </EmptyState>
        </Panel>
        <Panel>
          <ErrorState title="The cost could not be loaded" requestId="0192f3c4-8b21-7a1e-9c00-3f6d2b8e5a17" onRetry={() => {}}>
            <p>Azure did not answer in time. The rest of the page is right.</p>
          </ErrorState>
        </Panel>
        <Panel>
          <RefusedState reason="Only the owners of payments-prod-017 see its cost.">
            <Button>Ask for access</Button>
          </RefusedState>
        </Panel>
        <Panel>
          <EmptyState icon={CircleSlash} title="Nothing waits for you" />
        </Panel>
      </div>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="Extend the sandbox"
        description="The lease ends on Friday. You can extend the lease two more times."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Extend
            </Button>
          </>
        }
      >
        <NumberField label="For" value={days} onChange={setDays} suffix="days" />
      </Dialog>
      <Drawer open={open === 'drawer'} onOpenChange={close} title="checkout-prod-003" description="Evidence for your decision">
        <SkeletonText lines={6} />
      </Drawer>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        tone="danger"
        title={piecesLabels.question}
        confirmLabel={piecesLabels.confirm}
        typed="trial-7"
        onConfirm={() => toast.ok(piecesLabels.done)}
      >
        <p>All resources are deleted immediately and can’t be restored.</p>
      </ConfirmDialog>
      <KeyboardHelp
        open={open === 'keys'}
        onOpenChange={close}
        groups={[
          {
            title: 'Everywhere',
            keys: [
              { keys: ['Ctrl', 'K'], does: 'Search and commands' },
              { keys: ['?'], does: 'These keys' },
            ],
          },
          {
            title: 'Inbox',
            keys: [
              { keys: ['J'], does: 'Next' },
              { keys: ['K'], does: 'Previous' },
              { keys: ['A'], does: 'Approve' },
            ],
          },
        ]}
      />
    </Page>
  )
}
