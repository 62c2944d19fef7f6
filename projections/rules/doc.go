// Package rules checks a view of a model against rules of building codes and rules of our own: clear widths of doors,
// steps of stairs, sizes of rooms, distances to exits, fire ratings, plausible members, and required data.
//
// The few types: [Rule] is a row of data with its clause and its threshold, [Measurement] is a measured value of an
// element, [Options] holds the facts about the building that the caller knows, and [Report] is the result of [Check].
// Read rule.go for the form of a row, rules.tsv for the rows, quantity.go for the table of measuring functions, and
// check.go for the verdicts.
//
// A rule passes only elements that were measured. Elements that could not be measured are reported with the missing
// fact, and a check with a missing fact is incomplete, never passed. No text of a code is in the table: only numbers,
// clause numbers and our own words.
//
// Caveats: rules whose figure or clause is uncertain are not in the table. The edition of a rule is stated in its row;
// local amendments are left out. A part of a standard without rows is not checked, so a pass is no statement about the
// whole standard.
package rules
