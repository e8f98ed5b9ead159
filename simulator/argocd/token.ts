export const argocdToken = 'simulated-argocd-token-of-slipway'
