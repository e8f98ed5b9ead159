import { CircleSlash, Ellipsis, Plus, Search, Server, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Checkbox, Switch } from '../ui/Checkbox.tsx'
import { Combobox, MultiCombobox } from '../ui/Combobox.tsx'
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
import { AccessDeniedState, EmptyState, ErrorState } from '../ui/States.tsx'
import { Badge, EndedIcon, Status, type Tone } from '../ui/Status.tsx'
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
  { value: 'data', label: 'Data', disabledReason: 'Unavailable until January.' },
]
const sampleOptions: Option[] = Array.from({ length: 40 }, (_, index) => ({
  value: String(index),
  label: `Family ${index + 1}`,
  hint: `${index * 3} accounts`,
}))

/** Its slow answers to short texts arrive after those to longer texts. */
const searchTemplates = async (query: string) => {
  await new Promise((resolve) => setTimeout(resolve, query.length > 0 && query.length < 4 ? 800 : 100))
  return sampleOptions.filter((option) => option.label.toLowerCase().includes(query.toLowerCase()))
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line py-2.5 last:border-0">
      <span className="w-28 text-sm text-ink-2">{label}</span>
      {children}
    </div>
  )
}

export function ComponentsScreen() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'confirm' | 'keys'>()
  const [tower, setTower] = useState<string | null>(null)
  const [family, setFamily] = useState<Option | null>(null)
  const [families, setFamilies] = useState<readonly Option[]>([])
  const [template, setTemplate] = useState<Option | null>(null)
  const [days, setDays] = useState<number | null>(30)
  const close = () => setOpen(undefined)
  return (
    <Page title={piecesLabels.page} description="All components of the kit, in all states.">
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
            <Link href="/accounts">Link</Link>
          </Row>
          <Row label="States">
            <Button variant="primary" loading>
              Sending
            </Button>
            <Button disabledReason={piecesLabels.ownersOnly}>{piecesLabels.disabled}</Button>
            <Button variant="primary" disabledReason="Choose at least one account.">
              Refused
            </Button>
          </Row>
          <Row label="Sizes">
            <Button size="sm">Small</Button>
            <Button>Normal</Button>
            <Button size="lg">Large</Button>
            <IconButton icon={Search} label="Search" />
            <IconButton icon={Ellipsis} label="More actions" variant="secondary" disabledReason="No more actions." />
          </Row>
          <Row label="Overlays">
            <Button onClick={() => setOpen('dialog')}>{piecesLabels.dialog}</Button>
            <Button onClick={() => setOpen('confirm')}>{piecesLabels.openQuestion}</Button>
            <Button onClick={() => setOpen('drawer')}>{piecesLabels.drawer}</Button>
            <Button onClick={() => setOpen('keys')}>Keys</Button>
            <Menu
              trigger={<Button>{piecesLabels.menu}</Button>}
              items={[
                { label: 'Rename', onSelect: () => toast.ok('Renamed') },
                { label: 'Delete', danger: true, separated: true, disabledReason: 'The family has 3 accounts.' },
              ]}
            />
            <Popover trigger={<Button>Popover</Button>} title="Last used">
              <p className="max-w-56 text-ink-2">Used 11 days ago by the pipeline.</p>
            </Popover>
            <Tooltip content="More information">
              <Button>Tooltip</Button>
            </Tooltip>
            <Button
              onClick={() =>
                toast.bad('Changes not saved', {
                  description: 'Someone else updated this. Your changes weren’t saved.',
                  action: { label: 'View changes', onClick: () => announce('Changes shown') },
                })
              }
            >
              {piecesLabels.toast}
            </Button>
          </Row>
        </Panel>
        <Panel title="Statuses">
          <Row label="Inline">
            {tones.map((tone) => (
              <Status key={tone} tone={tone}>
                {tone}
              </Status>
            ))}
            <Status tone="neutral" icon={EndedIcon}>
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
            {tones.map((tone, index) => (
              <Badge key={tone} tone={tone}>
                {index * 7}
              </Badge>
            ))}
          </Row>
          <Row label="Times">
            <RelativeTime at={new Date(Date.now() - 3e8).toISOString()} />
            <DateTime at="2026-11-21T09:30:00Z" />
            <Duration from="2026-11-21T09:30:00Z" to="2026-11-23T13:12:00Z" />
            <Countdown until={new Date(Date.now() + 4e6).toISOString()} />
          </Row>
          <Row label="People and IDs">
            <Avatar name="Amira Okafor" size="sm" />
            <Avatar name="Dana Silva" />
            <Avatar name="Zoë" size="lg" />
            <CopyId value="0192f3c4-8b21-7a1e-9c00-3f6d2b8e5a17" short />
            <Sparkline label="Rising cost" values={[3, 4, 4, 6, 5, 8, 9]} />
          </Row>
        </Panel>
        <Panel title="Fields">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Name"
              hint="Lowercase letters, digits and hyphens."
              defaultValue="payments-prod"
              state={{ status: 'ok', text: 'This name is available.' }}
            />
            <TextField
              label="Name"
              hint="Lowercase letters, digits and hyphens."
              defaultValue="pay"
              state={{ status: 'checking', text: 'Checking…' }}
            />
            <TextField
              label="Address space"
              mono
              defaultValue="10.42.16.0/24"
              state={{ status: 'bad', text: 'This range overlaps with stock-prod-004.' }}
            />
            <TextField label="Cost centre" optional error="Enter a cost centre, such as CC-1234." defaultValue="4711" prefix="CC-" />
            <Select label={piecesLabels.tower} options={towers} value={tower} onChange={setTower} />
            <Combobox label={piecesLabels.family} options={sampleOptions} value={family} onChange={setFamily} placeholder="Find a family" />
            <NumberField label={piecesLabels.duration} value={days} onChange={setDays} min={1} max={90} suffix="days" />
            <MultiCombobox
              label={piecesLabels.families}
              options={sampleOptions}
              value={families}
              onChange={setFamilies}
              acceptsTyped
              optional
            />
            <TextField label="End date" type="date" defaultValue="2026-12-24" />
            <TextArea
              label="Reason"
              maxLength={40}
              defaultValue="This text is longer than the maximum of 40 characters."
              className="sm:col-span-2"
            />
            <Checkbox label="I have reviewed the resources to delete" hint="214 resources, 3 peerings" />
            <Switch label="Notify me when the account is ready" defaultChecked />
          </div>
        </Panel>
        <Panel title="Form">
          <FormPiece />
        </Panel>
        <div className="space-y-4">
          <ErrorSummary
            title="2 fields need your attention"
            errors={[{ name: 'x', message: 'Enter a name.' }, { message: 'The request wasn’t sent.' }]}
          />
          <Banner tone="info" title="Maintenance on Sunday from 06:00 to 07:00" onDismiss={() => {}} />
          <Banner tone="bad" title="Provisioning failed">
            The hub has no capacity for another peering.
          </Banner>
          <Panel title="Loading">
            <div className="space-y-4">
              <Progress label="Stores" value={0.42} text="42 of 100" />
              <Progress label="Importing stores" value={null} />
              <SkeletonText />
              <SkeletonFacts count={4} />
            </div>
          </Panel>
        </div>
        <Panel>
          <EmptyState
            icon={Server}
            title="You don’t own any accounts yet"
            action={
              <Button variant="primary" icon={Plus} href="/request">
                Request account
              </Button>
            }
          >
            Accounts that you request or own appear here.
          </EmptyState>
        </Panel>
        <Panel>
          <ErrorState title="Couldn’t load the cost" requestId="0192f3c4-8b21-7a1e-9c00-3f6d2b8e5a17" onRetry={() => {}}>
            <p>Azure didn’t respond in time. The rest of this page is up to date.</p>
          </ErrorState>
        </Panel>
        <Panel>
          <AccessDeniedState reason="Only the owners of payments-prod-017 can see its cost.">
            <Button>Request access</Button>
          </AccessDeniedState>
        </Panel>
        <Panel>
          <EmptyState icon={CircleSlash} title="No pending approvals" />
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
        <div className="space-y-4">
          <NumberField label="Extension" value={days} onChange={setDays} suffix="days" />
          <Combobox label={piecesLabels.template} options={searchTemplates} value={template} onChange={setTemplate} />
        </div>
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
            title: 'All pages',
            keys: [
              { keys: ['Ctrl', 'K'], description: 'Search and commands' },
              { keys: ['?'], description: 'Keyboard shortcuts' },
            ],
          },
          {
            title: 'Inbox',
            keys: [
              { keys: ['J'], description: 'Next request' },
              { keys: ['K'], description: 'Previous request' },
              { keys: ['A'], description: 'Approve' },
            ],
          },
        ]}
      />
    </Page>
  )
}
