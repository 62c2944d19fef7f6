package building

import "github.com/bimstream/bimstream/ifc/step"

// maxWeight is how many items a body or a curve may come to. A file names an item again and again without growing, and
// maps of maps or booleans of booleans double with every level: thirty lines can stand for a thousand million boxes.
// The largest real bodies, trusses and facades in one map, come to some thousands.
const maxWeight = 50_000

// weight returns how many items an item comes to when its maps, operands and segments are followed, and more than
// maxWeight for one that contains itself. It is worked out once for each.
func (s *Source) weight(in *step.Instance) int { return s.weightAt(in, 0) }

// weightAt is weight of an item so deep within others. A chain that is longer than maxWeight is too heavy as a whole:
// following it to its end could take more stack than a program may have.
func (s *Source) weightAt(in *step.Instance, depth int) int {
	if in == nil {
		return 0
	}
	if depth > maxWeight {
		return maxWeight + 1
	}
	if known, ok := s.weights[in.ID]; ok {
		return known
	}
	s.weights[in.ID] = maxWeight + 1 // until all that it contains is known
	sum := 0
	parts := s.repeated(in)
	for _, part := range parts {
		sum = min(sum+s.weightAt(part, depth+1), maxWeight+1)
	}
	if len(parts) == 0 {
		sum = 1
	}
	s.weights[in.ID] = sum
	return sum
}

// repeated returns the items that an item consists of, where these may be others' too.
func (s *Source) repeated(in *step.Instance) []*step.Instance {
	switch {
	case s.isA(in, "IfcMappedItem"):
		return s.many(s.one(s.one(in, "MappingSource"), "MappedRepresentation"), "Items")
	case s.isA(in, "IfcBooleanResult"):
		return []*step.Instance{s.one(in, "FirstOperand"), s.one(in, "SecondOperand")}
	case s.isA(in, "IfcCsgSolid"):
		return []*step.Instance{s.one(in, "TreeRootExpression")}
	case s.isA(in, "IfcCompositeCurve"):
		var out []*step.Instance
		for _, segment := range s.many(in, "Segments") {
			out = append(out, s.one(segment, "ParentCurve"))
		}
		return out
	}
	return nil
}

// tooHeavy says that an item comes to more than a body may, nil for one that does not.
func (s *Source) tooHeavy(in *step.Instance) error {
	if s.weight(in) > maxWeight {
		return s.unreadable(in, "it contains itself, or repeats its parts without end")
	}
	return nil
}
