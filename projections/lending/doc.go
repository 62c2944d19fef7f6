// Package lending keeps the balances of shared limits (package domain/quotas). The last event of a stream holds its
// balance. [Read] returns the balance, and [State.Append] returns an append that stores the next event.
package lending
