package geojson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/paulmach/orb"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Outline is a feature that was read from a file, with its coordinates converted to the coordinates of the model.
type Outline struct {
	Index      int    // number of the feature in the file, from 0
	ID         string // its id in the file
	Name       string // value of its property name, Name or NAME
	Properties json.RawMessage
	Points     []geometry.Point2
	Lines      [][]geometry.Point2
	Rings      []Ring
}

// Ring is a polygon: its outer boundary and its holes. None of them repeats its first point.
type Ring struct {
	Outer geometry.Ring
	Holes []geometry.Ring
}

// Area returns the area of all polygons in m2.
func (o *Outline) Area() (m2 float64) {
	for _, r := range o.Rings {
		if p, err := geometry.NewPolygon(r.Outer, r.Holes...); err == nil {
			m2 += p.Area()
		}
	}
	return m2
}

// Corners returns the number of points of the outline.
func (o *Outline) Corners() int {
	n := len(o.Points)
	for _, l := range o.Lines {
		n += len(l)
	}
	for _, r := range o.Rings {
		n += len(r.Outer)
		for _, h := range r.Holes {
			n += len(h)
		}
	}
	return n
}

// MaxPoints bounds the points of one file.
const MaxPoints = 1_000_000

// document is a collection, a feature or a bare geometry.
type document struct {
	Type       string            `json:"type"`
	CRS        *json.RawMessage  `json:"crs"`
	Features   []json.RawMessage `json:"features"`
	ID         json.RawMessage   `json:"id"`
	Properties json.RawMessage   `json:"properties"`
	Geometry   json.RawMessage   `json:"geometry"`
}

// Read returns the features of a file in the coordinates of a model. A file without the member "crs" is in WGS 84;
// otherwise the member has to name the site's reference system. The error describes the fault and names the feature.
func Read(data []byte, m *state.Model) ([]Outline, Ground, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	var d document
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, Ground{}, fmt.Errorf("it is no JSON: %w", err)
	}
	crs, err := crsOf(d.CRS)
	if err != nil {
		return nil, Ground{}, err
	}
	kind := WGS84
	if crs != "" {
		kind = Map
	}
	ground, err := GroundOf(m, kind)
	if err != nil {
		return nil, Ground{}, err
	}
	if crs != ground.CRS {
		return nil, Ground{}, state.Errorf(state.OutOfRange, "the file is in %s, the site in %s: convert the file, "+
			"or set crs of the site", crs, ground.CRS).With("crs", crs).With("expected", ground.CRS)
	}
	raw := d.Features
	if d.Type != "FeatureCollection" {
		raw = []json.RawMessage{data}
	}
	r := reading{ground: ground}
	var out []Outline
	for i, text := range raw {
		o, err := r.feature(text)
		if err != nil {
			return nil, Ground{}, fmt.Errorf("feature %d: %w", i, err)
		}
		o.Index = i
		out = append(out, o)
	}
	return out, ground, nil
}

// crsOf returns the reference system that a file names, as EPSG:n; "" for WGS 84.
func crsOf(raw *json.RawMessage) (string, error) {
	if raw == nil || string(*raw) == "null" {
		return "", nil
	}
	var c namedCRS
	if err := json.Unmarshal(*raw, &c); err != nil || c.Type != "name" {
		return "", fmt.Errorf("its member crs is no named reference system, such as urn:ogc:def:crs:EPSG::28992")
	}
	name := c.Properties.Name
	code := name[strings.LastIndexAny(name, ":/")+1:]
	switch {
	case strings.HasSuffix(name, "CRS84") || code == "4326":
		return "", nil
	case strings.Contains(strings.ToUpper(name), "EPSG"):
		if _, err := strconv.Atoi(code); err == nil {
			return "EPSG:" + code, nil
		}
	}
	return "", fmt.Errorf("its reference system %q has no code of EPSG", name)
}

// reading reads the features of one file and counts their points.
type reading struct {
	ground Ground
	points int
}

func (r *reading) feature(text json.RawMessage) (Outline, error) {
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		return Outline{}, err
	}
	o := Outline{Properties: d.Properties, ID: string(d.ID)}
	if o.ID == "null" {
		o.ID = ""
	}
	var id string
	if strings.HasPrefix(o.ID, `"`) && json.Unmarshal(d.ID, &id) == nil {
		o.ID = id
	}
	if d.Type != "Feature" {
		return o, r.geometry(text, &o, 0)
	}
	var properties map[string]json.RawMessage
	if json.Unmarshal(d.Properties, &properties) == nil {
		for _, key := range []string{"name", "Name", "NAME"} {
			if json.Unmarshal(properties[key], &o.Name) == nil && o.Name != "" {
				break
			}
		}
	}
	if len(d.Geometry) == 0 || string(d.Geometry) == "null" {
		return o, nil // a feature without a place (RFC 7946, 3.2)
	}
	return o, r.geometry(d.Geometry, &o, 0)
}

// maxNesting bounds collections within collections. RFC 7946 (3.1.8) advises against any nesting.
const maxNesting = 8

// geometry adds a geometry to an outline.
func (r *reading) geometry(text json.RawMessage, o *Outline, nested int) error {
	var g struct {
		Type        string            `json:"type"`
		Coordinates json.RawMessage   `json:"coordinates"`
		Geometries  []json.RawMessage `json:"geometries"`
	}
	if err := json.Unmarshal(text, &g); err != nil {
		return err
	}
	if nested > maxNesting {
		return fmt.Errorf("geometries are nested more than %d deep", maxNesting)
	}
	switch g.Type {
	case "Point":
		return read(g.Coordinates, func(c coordinate) error { return r.addPoints(o, []coordinate{c}) })
	case "MultiPoint":
		return read(g.Coordinates, func(c []coordinate) error { return r.addPoints(o, c) })
	case "LineString":
		return read(g.Coordinates, func(c []coordinate) error { return r.addLine(o, c) })
	case "MultiLineString":
		return read(g.Coordinates, func(c [][]coordinate) error { return each(c, o, r.addLine) })
	case "Polygon":
		return read(g.Coordinates, func(c [][]coordinate) error { return r.addPolygon(o, c) })
	case "MultiPolygon":
		return read(g.Coordinates, func(c [][][]coordinate) error { return each(c, o, r.addPolygon) })
	case "GeometryCollection":
		for _, part := range g.Geometries {
			if err := r.geometry(part, o, nested+1); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("there is no geometry of type %q", g.Type)
}

func read[T any](text json.RawMessage, f func(T) error) error {
	var c T
	if err := json.Unmarshal(text, &c); err != nil {
		return fmt.Errorf("coordinates: %w", err)
	}
	return f(c)
}

func each[T any](parts []T, o *Outline, f func(*Outline, T) error) error {
	for _, p := range parts {
		if err := f(o, p); err != nil {
			return err
		}
	}
	return nil
}

// coordinate is a position: two numbers, and a height that is ignored.
type coordinate []float64

func (r *reading) point(c coordinate) (geometry.Point2, error) {
	if r.points++; r.points > MaxPoints {
		return geometry.Point2{}, fmt.Errorf("the file has more than %d points", MaxPoints)
	}
	if len(c) < 2 {
		return geometry.Point2{}, fmt.Errorf("a position needs two numbers, this one has %d", len(c))
	}
	p, ok := r.ground.Point(orb.Point{c[0], c[1]})
	if !ok {
		return p, fmt.Errorf("%v, %v lies more than 100 km from the model, or nowhere: are longitude and latitude, or "+
			"easting and northing, the right way round?", c[0], c[1])
	}
	return p, nil
}

func (r *reading) line(c []coordinate) ([]geometry.Point2, error) {
	out := make([]geometry.Point2, len(c))
	for i := range c {
		var err error
		if out[i], err = r.point(c[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r *reading) addPoints(o *Outline, c []coordinate) error {
	points, err := r.line(c)
	o.Points = append(o.Points, points...)
	return err
}

func (r *reading) addLine(o *Outline, c []coordinate) error {
	line, err := r.line(c)
	if err == nil && len(line) < 2 {
		return fmt.Errorf("a line needs two positions")
	}
	o.Lines = append(o.Lines, line)
	return err
}

// addPolygon adds a polygon. Its rings have to be closed (RFC 7946, 3.1.6), but may have either orientation.
func (r *reading) addPolygon(o *Outline, c [][]coordinate) error {
	rings := make([]geometry.Ring, len(c))
	for i := range c {
		line, err := r.line(c[i])
		if err != nil {
			return err
		}
		if len(line) < 4 || line[0] != line[len(line)-1] {
			return fmt.Errorf("ring %d is not closed: its last position is its first one again, of four at least", i)
		}
		rings[i] = line[:len(line)-1]
	}
	if len(rings) == 0 {
		return fmt.Errorf("a polygon needs a ring")
	}
	p, err := geometry.NewPolygon(rings[0], rings[1:]...)
	if err != nil {
		return err
	}
	o.Rings = append(o.Rings, Ring{p.Outer, p.Holes})
	return nil
}
