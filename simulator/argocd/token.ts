/** Token of the account `slipway` that the simulated Argo CD expects. */
export const argocdToken = 'simulated-argocd-token-of-slipway'
