// Package quotas is the pure decider of limits that several instances share: each borrows a block of a principal's
// operations and calls from a balance in the store, uses it up without asking, and gives back what it does not need.
// It has no clock and no IO: times come in as milliseconds since 1970.
//
// [Balance] is what is left and what is lent, [Event] a fact about it, which carries the whole balance after it:
// the last event of a stream is all that has to be read. [Balance.Lend], [Balance.Return] and [Balance.Ask] decide.
//
// What is lent counts as used until it is given back, or its time is over. So an instance that dies with a block takes
// it along: nobody has more by that than the limits say.
package quotas
