// Package xlsx writes and reads tables as Office Open XML workbooks: typed cells, a frozen header, column widths and
// number formats. Subtotals are formulas with stored values, so that readers that do not calculate see them too.
// [Write] writes a table, and [Read] reads it back after somebody may have edited it. A table of single elements has
// their ids in a hidden last column, and its origin on a hidden sheet.
//
// The same table gives the same bytes: the times in the document and in the zip file are fixed. Only this package uses
// the library excelize.
package xlsx
