// Package paper is the drawing model: marks on a sheet, each with its layer, its class, its pen and the element that it
// shows. It knows no building elements; projections/drawings makes drawings of them, and svg, pdf, dxf and png write
// them.
//
// Read [Drawing] and [Item] first, then the marks: [Stroke], [Arc], [Fill], [Hatch], [Text] and [Dimension]. [Drawn]
// says how writers that know no arcs, hatches or dimensions draw them, so that all files show the same.
//
// Coordinates are [geometry.Point2] in micrometres on paper, the origin at the lower left of the sheet, Y up. Text is
// measured with the advance widths of the embedded font ([Face]); its height is that of the capitals. There is no
// kerning, and no writer applies any.
//
// Caveats: a coordinate is rounded to a micrometre on paper: 0.1 mm in the building at 1:100. White areas do not hide
// what is below them; whoever makes a drawing leaves out what is not to be seen.
package paper
