// Command drawingcases draws every IFC file below a folder that can be imported: the plan of each level at 1:100 and
// 1:50, two sections, four elevations and the sheets of a set, and holds all of them to what an office would reject:
// projections/drawings/check. Sheets that no size of paper holds are counted.
package main
