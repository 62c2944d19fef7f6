// Package geojson writes what a view has in plan as GeoJSON (RFC 7946) for maps and geographic information systems, and
// reads outlines of such files into the coordinates of a model.
//
// The few types: [Ground] is where a model lies on the earth or on a map, [Query] what is written, [Collection] the
// features of a file, [Outline] what was read of one. Read ground.go first, then export.go and read.go.
//
// Coordinates are longitude and latitude in WGS 84, as the standard has them, or those of the site's coordinate
// reference system. Of the latter the file says so by the member "crs" of the specification of 2008 (GeoJSON 1.0,
// clause 3), which RFC 7946 left out and GDAL and QGIS still read.
//
// Caveats: outlines are plane and have no heights, which stand in the properties. A model that reaches over the
// antimeridian is not cut there. The map's own projection is not known here: between map and WGS 84 nothing is
// converted.
package geojson
