// Package deliveries compares a newer file of a model's source with the last delivered one: it matches their elements
// and finds the differences.
//
// The few types: [Match] gives the elements of the newer state the ids of the elements that they match, and counts the
// criteria ([Matching]). [Compare] returns the change of each element ([Change]). Read match.go first.
//
// Elements with a GlobalId of the last delivery are the same. Elements of programs that make new ids at each export are
// matched by name and form at the same place, by tag, by name on the storey, and by place and form alone, in this
// order. A match requires that exactly one unmatched element on each side fulfils the criterion.
package deliveries
