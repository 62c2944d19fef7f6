package step

import (
	"fmt"
	"slices"
)

// Problem is a fault of a file that no single statement shows.
type Problem struct {
	ID   int // of the instance at fault
	Kind ProblemKind
	Ref  int // what a dangling reference points to
}

// ProblemKind tells what is wrong.
type ProblemKind uint8

// The kinds of [Problem].
const (
	DuplicateID       ProblemKind = iota // the id was used by an earlier instance
	DanglingReference                    // a reference to an instance that is not in the file
)

// String says it for a person.
func (p Problem) String() string {
	if p.Kind == DuplicateID {
		return fmt.Sprintf("#%d is the id of more than one instance", p.ID)
	}
	return fmt.Sprintf("#%d refers to #%d, which does not exist", p.ID, p.Ref)
}

// Check reports duplicate ids and dangling references, in the order of the file, each pair once per instance.
func Check(f *File) []Problem { return NewIndex(f).Check() }

// Check is [Check] of the file that is indexed.
func (x *Index) Check() []Problem {
	var out []Problem
	for i := range x.f.Instances {
		if id := x.f.Instances[i].ID; x.repeats(i) {
			out = append(out, Problem{ID: id, Kind: DuplicateID})
		}
	}
	for i := range x.f.Instances {
		first := len(out)
		in := &x.f.Instances[i]
		in.EachRef(func(to int) {
			if _, ok := x.ids.find(to); ok {
				return
			}
			if p := (Problem{ID: in.ID, Kind: DanglingReference, Ref: to}); !slices.Contains(out[first:], p) {
				out = append(out, p)
			}
		})
	}
	return out
}

// repeats reports whether an instance has the id of one before it.
func (x *Index) repeats(i int) bool {
	first, _ := x.ids.find(x.f.Instances[i].ID)
	return first != i
}

// EachRef calls visit for every reference of the instance in its order, also those inside lists and typed values.
func (in *Instance) EachRef(visit func(id int)) {
	eachRef(in.Args, visit)
	for _, part := range in.Parts {
		eachRef(part.Args, visit)
	}
}

func eachRef(values []Value, visit func(id int)) {
	for _, v := range values {
		EachRef(v, visit)
	}
}

// EachRef calls visit for every reference in v in its order, also those inside lists and typed values.
func EachRef(v Value, visit func(id int)) {
	switch v := v.(type) {
	case Ref:
		visit(int(v))
	case List:
		eachRef(v, visit)
	case Typed:
		EachRef(v.Value, visit)
	}
}
