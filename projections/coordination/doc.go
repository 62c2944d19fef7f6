// Package coordination makes a coordinator's report about linked models: deliveries, changes, clashes by pair of
// disciplines, tasks by party and age.
//
// Read [Report] first. [Report.Tables] returns the tables of the workbook, [Report.Sheets] the sheets of the document.
// The tool fills in the report from the record of checks and the branches of the models.
package coordination
