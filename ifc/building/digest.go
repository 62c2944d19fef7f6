package building

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/ifc/step"
)

// digest is a hash of a product's data in the file, by which an import finds changes that another program made. It is
// computed from values and not from text or instance numbers, which every program writes anew. Only the first
// digestDigits digits of a number count, because every program preserves these. It is FNV-1a of 64 bits, since it
// detects accidental changes and not forgery.
type digest uint64

const (
	digestSeed   digest = 14695981039346656037
	digestPrime  digest = 1099511628211
	digestDigits        = 9
)

func (d digest) text(s string) digest {
	for i := range len(s) {
		d = (d ^ digest(s[i])) * digestPrime
	}
	return (d ^ 0xff) * digestPrime // the byte separates consecutive texts
}

func (d digest) bits(v uint64) digest {
	for range 8 {
		d = (d ^ digest(v&0xff)) * digestPrime
		v >>= 8
	}
	return d
}

func (d digest) number(v float64) digest {
	return d.text(strconv.FormatFloat(v+0, 'e', digestDigits-1, 64))
}

// String returns the digest as a decimal number.
func (d digest) String() string { return strconv.FormatUint(uint64(d), 16) }

// ShapeDigest returns a digest of the placements and representations of a product and its parts. Doors and windows
// among the parts, as in a curtain wall, have digests of their own, since each may be moved within the whole.
func (s *Source) ShapeDigest(p *Product) string { return s.shapeDigest(p, 0, false).String() }

// HasShapeDigest reports whether a digest is the digest of a product. It also accepts the digest of older files, which
// included doors and windows.
func (s *Source) HasShapeDigest(p *Product, digest string) bool {
	return digest == s.ShapeDigest(p) || digest == s.shapeDigest(p, 0, true).String()
}

func (s *Source) shapeDigest(p *Product, depth int, fillings bool) digest {
	d := digestSeed.text(p.Class).place(p.Frame)
	d = d.bits(uint64(s.digestOf(s.one(s.index.Instance(p.Number), "Representation"), 0)))
	if depth > maxDepth {
		return d
	}
	var parts digest // parts are added up, since their order does not matter
	for _, part := range p.Parts {
		if fillings || !part.Is("IfcDoor", "IfcWindow") {
			parts += s.shapeDigest(part, depth+1, fillings)
		}
	}
	return d.bits(uint64(parts))
}

// The steps to which a frame is rounded. The step of lengths is the model's grid, so that most of our coordinates lie
// halfway between two rounding limits. The step of directions keeps six digits.
const (
	digestStep      = 1    // one micrometre
	digestDirection = 1e-6 // step for the components of a unit vector
)

// place adds a frame of the world to the digest.
func (d digest) place(f Frame) digest {
	for _, v := range []struct {
		r3.Vector
		step float64
	}{{f.O, digestStep}, {f.X, digestDirection}, {f.Y, digestDirection}, {f.Z, digestDirection}} {
		for _, c := range []float64{v.X, v.Y, v.Z} {
			d = d.bits(uint64(int64(math.Round(c / v.step))))
		}
	}
	return d
}

// digestOf returns the digest of an instance and of everything that it refers to, except representation contexts, which
// belong to the whole file.
func (s *Source) digestOf(in *step.Instance, depth int) digest {
	if in == nil || depth > maxDepth || s.isA(in, "IfcRepresentationContext") {
		return 0
	}
	if known, ok := s.digests[in.ID]; ok {
		return known
	}
	s.digests[in.ID] = 0 // ends the recursion if the instance contains itself
	d := digestSeed.text(in.Name)
	for _, arg := range in.Args {
		d = s.addValue(d, arg, depth)
	}
	s.digests[in.ID] = d
	return d
}

func (s *Source) addValue(d digest, v step.Value, depth int) digest {
	switch v := v.(type) {
	case step.Ref:
		return d.bits(uint64(s.digestOf(s.index.Instance(int(v)), depth+1)))
	case step.Real:
		return d.number(float64(v))
	case step.Int:
		return d.number(float64(v))
	case step.String:
		return d.text(string(v))
	case step.Enum:
		return d.text(string(v))
	case step.Typed:
		return s.addValue(d.text(v.Name), v.Value, depth)
	case step.List:
		d = d.bits(uint64(len(v)))
		for _, item := range v {
			d = s.addValue(d, item, depth)
		}
		return d
	case step.Logical:
		return d.bits(uint64(v))
	}
	return d.text("$")
}

// SaidDigest returns a digest of a product's name, property sets and classification. It omits the property set with the
// given name.
func SaidDigest(p *Product, without string) string {
	d := digestSeed.text(p.Name)
	sets := slices.DeleteFunc(slices.Clone(p.Sets), func(s Set) bool { return s.Name == without })
	slices.SortStableFunc(sets, func(a, b Set) int { return cmp.Compare(a.Name, b.Name) })
	for _, set := range sets {
		d = d.text(set.Name)
		properties := slices.Clone(set.Properties)
		slices.SortStableFunc(properties, func(a, b Property) int { return cmp.Compare(a.Name, b.Name) })
		for _, property := range properties {
			d = d.text(property.Name)
			if f, ok := property.Value.(float64); ok {
				d = d.number(f)
			} else {
				d = d.text(display(property.Value))
			}
		}
	}
	for _, c := range p.Codes {
		d = d.text(c.System).text(c.Code).text(c.Name).text(c.Location)
	}
	return d.String()
}
