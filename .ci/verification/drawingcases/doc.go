// Command drawingcases draws every IFC file below a folder that can be imported: the plan of each level at 1:100 and
// 1:50, two sections, four elevations and the sheets of a set. It checks all of them for faults that an office would
// reject (projections/drawings/check). It counts sheets that fit no paper size.
package main
