package building

import "github.com/bimstream/bimstream/ifc/step"

// maxWeight bounds the number of items of a body or a curve. A small file can refer to an item many times, and maps of
// maps or booleans of booleans double with every level. Thirty lines can describe a thousand million boxes. The largest
// real bodies, trusses and facades in one map, have some thousands.
const maxWeight = 50_000

// weight returns the number of items in an item, counting its maps, operands and segments. It is more than maxWeight
// for an item that contains itself. It is computed once for each item.
func (s *Source) weight(in *step.Instance) int { return s.weightAt(in, 0) }

// weightAt is weight for an item at a depth of nesting. A chain longer than maxWeight is too heavy as a whole, because
// following it to its end could overflow the stack.
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
	s.weights[in.ID] = maxWeight + 1 // holds until the weights of its parts are known
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

// repeated returns the parts of an item that other items may share.
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

// tooHeavy returns an error for an item that exceeds maxWeight, nil for any other item.
func (s *Source) tooHeavy(in *step.Instance) error {
	if s.weight(in) > maxWeight {
		return s.unreadable(in, "it contains itself, or repeats its parts without end")
	}
	return nil
}
