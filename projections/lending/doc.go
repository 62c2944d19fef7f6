// Package lending keeps the balances of shared limits (package domain/quotas). The last event of a stream holds its
// balance: [Read] returns it, and [State.Append] returns the append of the next event.
package lending
