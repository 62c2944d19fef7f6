// Package coordination makes the report of a coordinator about linked models: what came, what changed in it, clashes by
// pair of disciplines, tasks by party and age.
//
// Read [Report] first. [Report.Tables] are the tables of the workbook, [Report.Sheets] the pages of the document. What
// is reported is gathered by the tool, from the record of checks and the branches of the models.
package coordination
