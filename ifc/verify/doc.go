// Package verify checks any IFC file and reports its faults. It checks the syntax, the header, the schema, the rules
// within the schema, and the normative rules of implementers' agreements that it implements.
//
// [Read] or [Bytes] returns a [Report] with every [Finding], and with the [Outcome] of every rule: passed, failed, not
// applicable, not evaluated. [Rules] lists the rules. A rule is a row of data with a function that examines the file
// through a [check]; read [Rule], then spatial.go for how rules are written.
//
// Caveats:
//   - Rules judge the content of the file. No rule judges whether the building makes sense.
//   - The rules with the names of buildingSMART's validation follow its published wording. Where cases and wording
//     leave a choice, the comment at the rule states the choice. ALS016 and ALS017 compute the ends of segments, except
//     for segments along sines and cosines and for cubic segments in plan. docs/ifc-rules.md lists everything that no
//     rule covers.
//   - Boundary curves are judged if they are polylines, indexed curves, or composites of these and of circular arcs
//     between points. A rule that finds another curve reports that.
package verify
