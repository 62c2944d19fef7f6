package geojson

import (
	"bufio"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/paulmach/orb"

	"github.com/bimstream/bimstream/domain/state"
)

// Feature is a thing with a place (RFC 7946, 3.2). Its geometry is in metres of the plan until it is written.
type Feature struct {
	ID         string
	Geometry   orb.Geometry
	Properties Properties
}

// Properties are the properties of a feature. Lengths are in metres, areas in square metres.
type Properties struct {
	Kind      Kind     `json:"kind"`
	ElementID state.ID `json:"element_id,omitempty"`
	Name      string   `json:"name,omitempty"`
	Category  string   `json:"category,omitempty"`
	Level     string   `json:"level,omitempty"`
	LevelID   state.ID `json:"level_id,omitempty"`
	Number    string   `json:"number,omitempty"`
	Usage     string   `json:"usage,omitempty"`
	Address   string   `json:"address,omitempty"`
	Elevation *metres  `json:"elevation_m,omitempty"`
	Height    *metres  `json:"height_m,omitempty"`
	Area      *metres  `json:"area_m2,omitempty"`
	Length    *metres  `json:"length_m,omitempty"`
	Room      state.ID `json:"room_id,omitempty"`
	Reason    string   `json:"reason,omitempty"`
}

// metres is a length or an area, written to a thousandth of a metre or square metre.
type metres float64

// MarshalJSON writes at most three decimals.
func (m metres) MarshalJSON() ([]byte, error) { return number(float64(m), 3), nil }

func measured(v float64) *metres { m := metres(v); return &m }

// number writes a number with at most the given decimals, without trailing zeros.
func number(v float64, decimals int) []byte {
	scale := math.Pow10(decimals)
	v = math.Round(float64(v*scale)) / scale
	if v == 0 {
		v = 0 // never -0
	}
	out := strconv.AppendFloat(nil, v, 'f', decimals, 64)
	for out[len(out)-1] == '0' && slices.Contains(out, '.') {
		out = out[:len(out)-1]
	}
	if out[len(out)-1] == '.' {
		out = out[:len(out)-1]
	}
	return out
}

// Collection has the features of a file and the ground that they lie on.
type Collection struct {
	Ground   Ground
	Name     string
	Features []Feature
	// Simplified and Cut count the outlines that were simplified or cut; Outside counts the features outside of
	// Query.Within.
	Simplified, Cut, Outside int
	// LeftOut are the elements whose body or boundary cannot be made.
	LeftOut []LeftOut
}

// LeftOut is an element that is not in the file, and why.
type LeftOut struct {
	ID     state.ID
	Reason string
}

// BBox returns the box of all features in the coordinates of the file: west, south, east and north; nil without
// features.
func (c *Collection) BBox() []float64 {
	var all orb.MultiPoint
	for _, f := range c.Features {
		eachPoint(c.onGround(f.Geometry), func(p orb.Point) { all = append(all, p) })
	}
	if len(all) == 0 {
		return nil
	}
	b, scale := all.Bound(), math.Pow10(c.Ground.Coordinates.digits())
	out := []float64{b.Min[0], b.Min[1], b.Max[0], b.Max[1]}
	for i, v := range out {
		out[i] = math.Round(float64(v*scale)) / scale
	}
	return out
}

// Count returns the number of features of each kind.
func (c *Collection) Count() map[Kind]int {
	out := map[Kind]int{}
	for _, f := range c.Features {
		out[f.Properties.Kind]++
	}
	return out
}

// Write writes the collection with one feature per line. Equal collections give equal bytes.
func (c *Collection) Write(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	head := struct {
		Type string    `json:"type"`
		Name string    `json:"name,omitempty"`
		CRS  *namedCRS `json:"crs,omitempty"`
		Box  []decimal `json:"bbox,omitempty"`
	}{Type: "FeatureCollection", Name: c.Name, CRS: c.Ground.crs()}
	for _, v := range c.BBox() {
		head.Box = append(head.Box, decimal{v, c.Ground.Coordinates.digits()})
	}
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	_, _ = out.Write(text[:len(text)-1]) // the writer keeps an error until Flush
	_, _ = out.WriteString(`,"features":[`)
	for i, f := range c.Features {
		if text, err = json.Marshal(c.written(f)); err != nil {
			return err
		}
		if i > 0 {
			_ = out.WriteByte(',')
		}
		_ = out.WriteByte('\n')
		_, _ = out.Write(text)
	}
	_, _ = out.WriteString("\n]}\n")
	return out.Flush()
}

// decimal is a coordinate and its number of decimals.
type decimal struct {
	value  float64
	digits int
}

// MarshalJSON writes the coordinate.
func (d decimal) MarshalJSON() ([]byte, error) { return number(d.value, d.digits), nil }

// namedCRS is the member that names a coordinate reference system (GeoJSON 1.0 of 2008, clause 3.1).
type namedCRS struct {
	Type       string `json:"type"`
	Properties struct {
		Name string `json:"name"`
	} `json:"properties"`
}

// crs returns the member crs of a map; nil for WGS 84, which is the default of RFC 7946.
func (g Ground) crs() *namedCRS {
	if g.Coordinates != Map {
		return nil
	}
	out := &namedCRS{Type: "name"}
	out.Properties.Name = "urn:ogc:def:crs:EPSG::" + g.CRS[len("EPSG:"):]
	return out
}

// writtenFeature is the JSON form of a feature.
type writtenFeature struct {
	Type       string          `json:"type"`
	ID         string          `json:"id,omitempty"`
	Properties Properties      `json:"properties"`
	Geometry   writtenGeometry `json:"geometry"`
}

type writtenGeometry struct {
	Type        string `json:"type"`
	Coordinates any    `json:"coordinates"`
}

func (c *Collection) written(f Feature) writtenFeature {
	g := c.onGround(f.Geometry)
	return writtenFeature{"Feature", f.ID, f.Properties, writtenGeometry{g.GeoJSONType(), c.decimals(g)}}
}

// decimals converts a geometry to coordinates with a fixed number of decimals.
func (c *Collection) decimals(g orb.Geometry) any {
	digits := c.Ground.Coordinates.digits()
	point := func(p orb.Point) []decimal { return []decimal{{p[0], digits}, {p[1], digits}} }
	line := func(points []orb.Point) (out [][]decimal) {
		for _, p := range points {
			out = append(out, point(p))
		}
		return out
	}
	polygon := func(p orb.Polygon) (out [][][]decimal) {
		for _, r := range p {
			out = append(out, line(r))
		}
		return out
	}
	switch g := g.(type) {
	case orb.Point:
		return point(g)
	case orb.LineString:
		return line(g)
	case orb.MultiLineString:
		out := make([][][]decimal, len(g))
		for i, l := range g {
			out[i] = line(l)
		}
		return out
	case orb.Polygon:
		return polygon(g)
	case orb.MultiPolygon:
		out := make([][][][]decimal, len(g))
		for i, p := range g {
			out[i] = polygon(p)
		}
		return out
	}
	return []decimal{}
}
