package rules

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// besideFace is the greatest distance between a face of a wall and the end of a partition that meets it: plaster and a
// drafting slip.
const besideFace = 20 * geometry.Millimetre

// fillingAcrossWall measures the width of a window or door before which other walls end, in mm.
func fillingAcrossWall(s *subjects, r *Rule) ([]Measurement, error) {
	return s.categories(r, func(e *state.Element) []Measurement {
		host, ok := s.view.Model.Element(e.HostID)
		if !ok || state.FixedOf(e) != nil {
			return nil
		}
		plan, err := fabric.WallPlanOf(s.view.Model, host.ID)
		box, boxed := s.boxOf(e)
		if err != nil || !boxed {
			return nil
		}
		rect, ok := s.rectOf(host.ID, e.ID)
		if !ok {
			return nil
		}
		m := of(e, 0, "width of the opening before which other walls end").in(middleOfBox(box))
		near := box.Grow(plan.Thickness() + besideFace + alcoveDepth(plan, rect))
		for _, hit := range s.view.Spatial().Intersecting(near, state.CategoryWall) {
			if hit.ID == host.ID || !meetInHeight(hit.Bounds, box) {
				continue
			}
			if over := s.across(plan, rect, hit.ID, box); over > m.Value {
				m.Value = over
				m.Elements = []state.ID{e.ID, hit.ID}
			}
		}
		return []Measurement{m}
	})
}

// across returns the width, in mm, over which a wall stands before an opening of another wall, within the height of
// both.
func (s *subjects) across(host fabric.WallPlan, rect fabric.OpeningRect, wall state.ID, box geometry.Box) float64 {
	body, err := s.body(wall)
	if err != nil {
		return 0
	}
	shadow := body.Shadow(box.Min.Z, box.Max.Z)
	total := geometry.Length(0)
	for _, side := range [][2]geometry.Length{{host.YMin - besideFace, host.YMin},
		{host.YMax, host.YMax + besideFace}} {
		met := s.stop().Intersect(s.stop().Union(bandBefore(host, rect, side)), shadow)
		total = max(total, geometry.Length(met.Area()/besideFace.M()*1e6))
	}
	return tenth(total)
}

// tenth returns a length in mm, rounded to a tenth. Lengths found by trial areas have a smaller error than that.
func tenth(l geometry.Length) float64 { return math.Round(l.MM()*10) / 10 }

func (s *subjects) rectOf(host, filler state.ID) (fabric.OpeningRect, bool) {
	for _, o := range fabric.WallOpenings(s.view.Model, host) {
		if o.Filler == filler || o.ID == filler {
			return o, true
		}
	}
	return fabric.OpeningRect{}, false
}

// categories measures the elements of the categories that a rule names, or of all categories if it names none.
func (s *subjects) categories(r *Rule, f func(e *state.Element) []Measurement) ([]Measurement, error) {
	names := r.condition("category")
	if names == nil {
		names = everyCategory
	}
	if len(s.options.Elements) > 0 {
		return s.ofGiven(names, f)
	}
	var out []Measurement
	for _, name := range names {
		found, err := s.each(state.Category(name), f)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// everyCategory lists the names of all categories.
var everyCategory = state.Category("").Enum()

// ofGiven measures the requested elements that belong to some categories, category by category.
func (s *subjects) ofGiven(names []string, f func(e *state.Element) []Measurement) ([]Measurement, error) {
	var there []string
	for _, id := range s.options.Elements {
		if e, ok := s.view.Model.Element(id); ok && !slices.Contains(there, string(e.Category)) {
			there = append(there, string(e.Category))
		}
	}
	var out []Measurement
	for _, name := range names {
		if !slices.Contains(there, name) {
			continue
		}
		found, err := s.each(state.Category(name), f)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

func (s *subjects) boxOf(e *state.Element) (geometry.Box, bool) {
	box := s.view.BoundsOf(e.ID)
	return box, !box.Empty()
}

func middleOfBox(b geometry.Box) geometry.Point3 {
	return geometry.Point3{X: b.Min.X + (b.Max.X-b.Min.X)/2, Y: b.Min.Y + (b.Max.Y-b.Min.Y)/2,
		Z: b.Min.Z + (b.Max.Z-b.Min.Z)/2}
}

// roomOverlap measures the area of a room's plan that other rooms at its height also cover, in m2.
func roomOverlap(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rooms(r, func(e *state.Element) []Measurement {
		shape, ok := s.shape(e)
		if !ok {
			return nil
		}
		lo, hi := shape.Region.Bounds()
		m := of(e, 0, "part of the room that is in another room too").in(shape.Region.Centroid().At(shape.Base))
		for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(shape.Base + besideFace),
			Max: hi.At(shape.Base + shape.Height - besideFace)}, state.CategoryRoom) {
			other, ok := s.view.Model.Element(hit.ID)
			if !ok || hit.ID == e.ID {
				continue
			}
			if its, bounded := s.shape(other); bounded {
				if part := s.stop().Intersect(shape.Region, its.Region); part.Area() > bump {
					m.Value += part.Area()
					m.Elements = append(m.Elements, hit.ID)
					m = m.in(part.Centroid().At(shape.Base))
				}
			}
		}
		return []Measurement{m}
	})
}

// outsideStorey is how far an element may lie outside its storey: parapets, footings, stairs to the next storey and
// elements that hang from the ceiling.
const outsideStorey = 1500 * geometry.Millimetre

// elementOutsideStorey measures how far an element lies wholly above or below its storey, in mm.
func elementOutsideStorey(s *subjects, r *Rule) ([]Measurement, error) {
	levels := shape.Levels(s.view.Model)
	return s.categories(r, func(e *state.Element) []Measurement {
		if e.LevelID == "" || !e.Category.Physical() || !isStorey(s.view.Model, e.LevelID) {
			return nil
		}
		box, ok := s.boxOf(e)
		if !ok {
			return nil
		}
		from := shape.Elevation(s.view.Model, e.LevelID)
		to := from + 4*geometry.Metre
		for _, l := range levels {
			if z := shape.Elevation(s.view.Model, l.ID); z > from && isStorey(s.view.Model, l.ID) {
				to = z
				break
			}
		}
		m := of(e, 0, "from the storey to the nearest part of the element").in(middleOfBox(box))
		switch {
		case box.Min.Z >= to+besideFace:
			m.Value = (box.Min.Z - to).MM()
		case box.Max.Z < from-outsideStorey:
			m.Value = (from - box.Max.Z).MM()
		}
		return []Measurement{m}
	})
}

// isStorey reports whether a level is a storey. Other levels, such as the top of a parapet or a landing, bound nothing.
func isStorey(m *state.Model, id state.ID) bool {
	e, ok := m.Element(id)
	if !ok {
		return false
	}
	l, ok := e.Params.(*shape.Level)
	return ok && l.IsStorey
}

// placeholderValues counts the properties of an element whose values are placeholders: tbd, ?, n/a.
func placeholderValues(s *subjects, r *Rule) ([]Measurement, error) {
	return s.categories(r, func(e *state.Element) []Measurement {
		m := of(e, 0, "properties with placeholders for values")
		var which []string
		for _, set := range e.Psets {
			for _, p := range set.Properties {
				if text, isText := shape.PropertyValueAny(p.Value).(string); isText && !saysMore(text, p.Name) {
					which = append(which, set.Name+"."+p.Name)
				}
			}
		}
		if len(which) > 0 {
			slices.Sort(which)
			m.Value, m.How = float64(len(which)), "placeholders: "+clip(fmt.Sprint(which))
		}
		return []Measurement{m}
	})
}

// sameParameters reports whether another element is on the same level and host with the same parameters.
func (s *subjects) sameParameters(e *state.Element, id state.ID) bool {
	other, ok := s.view.Model.Element(id)
	return ok && other.LevelID == e.LevelID && other.HostID == e.HostID && reflect.DeepEqual(other.Params, e.Params)
}

func (s *subjects) sameVolume(a, b state.ID) bool {
	one, err := s.view.MeasureOf(a)
	if err != nil {
		return false
	}
	other, err := s.view.MeasureOf(b)
	return err == nil && other.Volume == one.Volume
}

// duplicateElements counts the other elements of the category with the same box and volume, or with the same parameters
// on the same level and host. The parameters count because a copy in the place of a joined wall has a different body.
func duplicateElements(s *subjects, r *Rule) ([]Measurement, error) {
	return s.categories(r, func(e *state.Element) []Measurement {
		own, boxed := s.boxOf(e)
		if !boxed || !e.Category.Physical() || e.Category == state.CategoryRoom {
			return nil
		}
		m := of(e, 0, "elements of the category with the same box and volume, or the same parameters in one place").
			in(middleOfBox(own))
		for _, hit := range s.view.Spatial().Intersecting(own, e.Category) {
			if hit.ID != e.ID && s.twice(e, hit, own) {
				m.Value++
				m.Elements = append(m.Elements, hit.ID)
			}
		}
		return []Measurement{m}
	})
}
