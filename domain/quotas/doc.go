// Package quotas is the pure decider of limits that several instances share. Each instance borrows a block of a
// principal's operations and calls from a balance in the store, uses it without asking, and returns the rest. The
// package has no clock and no IO: times are passed in as milliseconds since 1970.
//
// [Balance] holds the remaining amounts and the loans. [Event] is a fact about a balance and carries the whole balance
// after it, so that only the last event of a stream has to be read. [Balance.Lend], [Balance.Return] and [Balance.Ask]
// decide.
//
// A lent block counts as used until it is returned or expires. If an instance dies with a block, the block is lost, so
// the limits are never exceeded.
package quotas
