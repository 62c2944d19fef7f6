// Package lending keeps the balances of shared limits: [Read] returns that of a stream, which is what the stream's last
// event says, and [Append] makes the append of the next event (package domain/quotas).
package lending
