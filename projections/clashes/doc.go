// Package clashes finds conflicts in a view of a model: bodies that overlap, contain or repeat each other, and bodies
// that are too near.
//
// [Find] makes a [Test] on a [projections.View] and returns a [Report] of [Finding] values. Read find.go first, which
// names the steps: the tested elements (subjects.go), the pairs that are near (candidates.go), the pairs that meet by
// design (rules.go), the relation of the other pairs (examine.go, by package geometry/clash), and the findings
// (copies.go). group.go groups findings for a reader.
//
// The same view and test give the same report, to the last digit, on any number of processors.
//
// Caveats: touching is no clash, at any angle, and a value at a limit complies with it. A pair that the boolean kernel
// cannot decide is reported as undecided and never assumed to be free of clashes.
package clashes
