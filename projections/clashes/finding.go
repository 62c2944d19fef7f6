package clashes

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"
)

// Kind is the kind of a finding.
type Kind string

// These are the kinds, in the order in which they are reported.
const (
	Hard      Kind = "hard"      // common volume
	Contained Kind = "contained" // one body wholly in another one
	Duplicate Kind = "duplicate" // the same body, two or more times
	Clearance Kind = "clearance" // apart, but too near
)

// Enum lists the kinds.
func (Kind) Enum() []string { return []string{"hard", "contained", "duplicate", "clearance"} }

// rule returns the rule that findings of a kind break. A difference of a few millimetres can decide whether a body only
// overlaps another body or lies wholly in it. Therefore both kinds break the same rule, and a finding keeps its key
// when it changes from one kind to the other.
func (k Kind) rule() string {
	if k == Contained {
		return string(Hard)
	}
	return string(k)
}

// Finding is one conflict. Lengths are in millimetres in JSON, in world coordinates.
type Finding struct {
	Key      string     `json:"key"` // made from the elements and the rule, independent of values
	Kind     Kind       `json:"kind"`
	Elements []state.ID `json:"element_ids"`        // in order
	Inside   state.ID   `json:"inside,omitempty"`   // the element that lies inside the other
	Level    state.ID   `json:"level_id,omitempty"` // the storey at the place of the finding

	Location geometry.Point3 `json:"location"` // the centre of the overlap, or the middle of the gap

	// The following fields describe an overlap. For several copies, they describe the first pair of copies.
	Volume float64         `json:"overlap_volume_m3,omitempty"`
	Box    *geometry.Box   `json:"overlap_box,omitempty"`
	Depth  geometry.Length `json:"depth,omitempty"` // least distance by which one body has to move

	// The following fields describe a gap: its width, and its end points on the first and the second element.
	Distance *geometry.Length    `json:"distance,omitempty"`
	Witness  *[2]geometry.Point3 `json:"witness,omitempty"`

	// FacetsOff is set for round bodies, which are compared as facets inside their curves: the sum of both bodies'
	// deviations. An overlap is up to that much deeper, and a gap narrower. At the inner face of a curved wall, whose
	// facets stand out of it, the reverse holds.
	FacetsOff geometry.Length `json:"facets_off,omitempty"`
}

// keyBytes is the length of a key before hexadecimal encoding: 80 bits. A million keys then collide with a chance of 1
// in 10^12 (birthday bound).
const keyBytes = 10

// keyOf returns the key of a finding, made from the rule and the ordered elements.
func keyOf(rule string, elements []state.ID) string {
	parts := []string{"clash", rule}
	for _, id := range elements {
		parts = append(parts, string(id))
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return hex.EncodeToString(sum[:keyBytes])
}

// findingOf makes a finding from the relation of two elements, which are in the order of their ids. ok is false if the
// relation is no conflict.
func findingOf(a, b state.ID, f clash.Finding) (Finding, bool) {
	out := Finding{Elements: []state.ID{a, b}}
	switch {
	case f.Kind == clash.Clearance:
		out.Kind = Clearance
		out.gap(f)
	case f.Kind == clash.Duplicate:
		out.Kind = Duplicate
		out.overlap(f)
	case f.Kind != clash.Hard:
		return out, false
	case f.Contained == clash.AInB:
		out.Kind, out.Inside = Contained, a
		out.overlap(f)
	case f.Contained == clash.BInA:
		out.Kind, out.Inside = Contained, b
		out.overlap(f)
	default:
		out.Kind = Hard
		out.overlap(f)
	}
	out.Key = keyOf(out.Kind.rule(), out.Elements)
	return out, true
}

func (f *Finding) overlap(c clash.Finding) {
	f.Volume = math.Round(c.Volume*1e9) / 1e9 // rounded to a cubic millimetre
	f.Depth, f.Location = length(c.Depth), point(c.Centre)
	f.Box = &geometry.Box{Min: point(c.Min), Max: point(c.Max)}
}

func (f *Finding) gap(c clash.Finding) {
	distance := length(c.Distance)
	f.Distance, f.Witness = &distance, &[2]geometry.Point3{point(c.Witness[0]), point(c.Witness[1])}
	f.Location = point(r3.Vector{X: (c.Witness[0].X + c.Witness[1].X) / 2, Y: (c.Witness[0].Y + c.Witness[1].Y) / 2,
		Z: (c.Witness[0].Z + c.Witness[1].Z) / 2})
}

func length(micrometres float64) geometry.Length { return geometry.Length(math.Round(micrometres)) }

func point(v r3.Vector) geometry.Point3 {
	return geometry.Point3{X: length(v.X), Y: length(v.Y), Z: length(v.Z)}
}

// compareFindings orders findings by kind, then the largest overlaps and the narrowest gaps first.
func compareFindings(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(slices.Index(Kind("").Enum(), string(a.Kind)), slices.Index(Kind("").Enum(), string(b.Kind))),
		-cmp.Compare(a.Volume, b.Volume), compareDistances(a.Distance, b.Distance),
		slices.Compare(a.Elements, b.Elements))
}

func compareDistances(a, b *geometry.Length) int {
	if a == nil || b == nil {
		return 0
	}
	return cmp.Compare(*a, *b)
}
