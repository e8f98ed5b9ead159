type StepUp = 'off' | 'privilegedOnly' | 'all'

export const stepUpLabels: Record<StepUp, string> = {
  off: 'Off',
  privilegedOnly: 'Privileged approvals only',
  all: 'All approvals',
}
