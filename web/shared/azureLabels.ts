export const azureLabels = {
  open: 'Open in Azure',
  more: 'Azure command and Cloud Shell',
  copyCommand: 'Copy az account set command',
  cloudShell: 'Open Cloud Shell',
  copied: 'Copied the az account set command',
  notCopied: 'Couldn’t copy the command',
} as const
