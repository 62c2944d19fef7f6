// Package paper is the drawing model: marks on a sheet, each with its layer, its class, its pen and the element that it
// shows. It knows no building elements. Package projections/drawings makes the drawings; svg, pdf, dxf and png write
// them.
//
// Read [Drawing] and [Item] first, then the marks: [Stroke], [Arc], [Fill], [Hatch], [Text] and [Dimension]. [Drawn]
// simplifies arcs, hatches and dimensions for file formats that lack them, so that all files show the same.
//
// Coordinates are [geometry.Point2] in micrometres on paper, with the origin at the lower left of the sheet and Y up.
// Text is measured with the advance widths of the embedded font ([Face]). The height of a text is the height of its
// capitals. Widths do not include kerning, and no writer applies any.
//
// Caveats: a coordinate is rounded to a micrometre on paper, which is 0.1 mm in the building at 1:100. White areas do
// not hide marks below them, so a drawing must leave out hidden marks.
package paper
