// Package xlsx writes and reads a table as an Office Open XML workbook: typed cells, a frozen header, column widths,
// number formats, and subtotals as formulas with their values, so that readers that do not calculate see them too.
//
// [Write] writes and [Read] reads back what somebody may have edited. A table of single elements has their ids in a
// hidden column behind the others, and says what it was made of on a hidden sheet. The same table gives the same bytes:
// the times in the document and in the zip file are fixed. The library, excelize, is known to this package alone.
package xlsx
