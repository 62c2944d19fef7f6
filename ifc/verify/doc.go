// Package verify checks any IFC file and reports what is wrong with it: its syntax, header, schema, the rules within
// the schema, and the normative rules of implementers' agreements as far as they are carried.
//
// [Read] or [Bytes] gives a [Report]: each [Finding], and the [Outcome] of every rule: passed, failed, not
// applicable, not evaluated. [Rules] lists the rules carried. A rule is a row of data with a function that looks at the
// file through the [check] it is given; read [Rule], then spatial.go for how rules are written.
//
// Caveats:
//   - Rules judge what the file says. None of them sees whether the building makes sense.
//   - The rules named like those of buildingSMART's validation follow its published wording; where cases and wording
//     left a choice, the comment at the rule says what was chosen. Those that compute points on the curves of
//     alignments are not carried.
//   - Of boundary curves, polylines, indexed curves and composite ones of these and of arcs of circles between points
//     are judged; a rule that meets others says so.
package verify
