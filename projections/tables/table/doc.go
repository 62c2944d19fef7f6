// Package table holds a table of typed cells and writes it as JSON, CSV and Markdown. It knows nothing of buildings.
//
// A [Table] has [Column]s and [Line]s. A line is a row, or sums up lines before it: a subtotal or the total. Numbers
// are kept in full. [Rounded] rounds them once, where they are shown: half away from zero, as on paper. JSON keeps nine
// decimals; CSV and Markdown show the decimals of the column.
//
// [ReadCSV] and [ReadJSON] read a file back as a [Grid] of texts, which somebody may have edited.
//
// Read table.go first, then csv.go. The package xlsx beside this one writes workbooks, because that needs a library.
package table
