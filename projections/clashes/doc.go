// Package clashes finds what is in conflict in a view of a model: bodies that overlap, contain or repeat each other,
// and bodies that come too near.
//
// [Find] makes a [Test] on a [projections.View] and returns a [Report] of [Finding] values. Read find.go first, which
// names the steps: who is tested (subjects.go), which pairs come near (candidates.go), which of them are meant to
// (rules.go), how the rest lie to each other (examine.go, by package geometry/clash), and what is one finding
// (copies.go). group.go brings findings together for a reader.
//
// The same view and test give the same report, to the last digit, on any number of processors.
//
// Caveats: touching is no clash, at any angle, and what is at a limit complies with it. A pair that the boolean kernel
// cannot decide is reported as undecided and never taken for free of clashes.
package clashes
