// Package rules checks a view of a model against rules of building codes and rules of our own: clear widths of doors,
// steps of stairs, sizes of rooms, distances to exits, fire ratings, plausible members, data that is there.
//
// The few types: [Rule] is a row of data with its clause and its threshold, [Measurement] what a measuring function
// found of an element, [Options] what the caller knows of the building, [Report] what [Check] returns. Read rule.go for
// the form of a row, rules.tsv for the rows, quantity.go for the table of measuring functions, and check.go for the
// verdicts.
//
// A rule passes only what was measured. What could not be looked at is told with what is missing, and a check in which
// something is missing is incomplete, never passed. No text of a code is in the table: numbers, clause numbers and our
// own words.
//
// Caveats: rules whose figure or clause is uncertain are not in the table. Editions are those of the rows, without
// local amendments. What the rows of a standard do not cover is not checked, so a pass is no statement about the
// standard.
package rules
