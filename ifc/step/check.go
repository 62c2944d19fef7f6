package step

import (
	"fmt"
	"slices"
)

// Problem is a fault of a file that no single statement reveals.
type Problem struct {
	ID   int // id of the instance at fault
	Kind ProblemKind
	Ref  int // the id that a dangling reference names
}

// ProblemKind is a kind of fault.
type ProblemKind uint8

// The kinds of [Problem].
const (
	DuplicateID       ProblemKind = iota // two instances have the same id
	DanglingReference                    // a reference to an instance that is not in the file
)

// String returns a description for people.
func (p Problem) String() string {
	if p.Kind == DuplicateID {
		return fmt.Sprintf("#%d is the id of more than one instance", p.ID)
	}
	return fmt.Sprintf("#%d refers to #%d, which does not exist", p.ID, p.Ref)
}

// Check returns duplicate ids and dangling references in the order of the file, each pair once per instance.
func Check(f *File) []Problem { return NewIndex(f).Check() }

// Check returns the same as [Check] for the indexed file.
func (x *Index) Check() []Problem {
	var out []Problem
	for i := range x.f.Instances {
		if x.Repeats(i) {
			out = append(out, Problem{ID: x.f.Instances[i].ID, Kind: DuplicateID})
		}
	}
	for i := range x.f.Instances {
		out = append(out, x.Dangling(i)...)
	}
	return out
}

// Repeats reports whether an instance before the i-th has the same id.
func (x *Index) Repeats(i int) bool {
	first, _ := x.ids.find(x.f.Instances[i].ID)
	return first != i
}

// Dangling returns the references of the i-th instance to instances that are not in the file, each once.
func (x *Index) Dangling(i int) []Problem {
	in := &x.f.Instances[i]
	out := x.danglingOf(in.ID, in.Args, nil)
	for _, part := range in.Parts {
		out = x.danglingOf(in.ID, part.Args, out)
	}
	return out
}

func (x *Index) danglingOf(id int, values []Value, out []Problem) []Problem {
	for _, v := range values {
		if typed, ok := v.(Typed); ok {
			v = typed.innermost()
		}
		switch v := v.(type) {
		case Ref:
			if _, ok := x.ids.find(int(v)); ok {
				continue
			}
			if p := (Problem{ID: id, Kind: DanglingReference, Ref: int(v)}); !slices.Contains(out, p) {
				out = append(out, p)
			}
		case List:
			out = x.danglingOf(id, v, out)
		}
	}
	return out
}

// innermost returns the value inside all nested typed values.
func (t Typed) innermost() Value {
	for {
		inner, ok := t.Value.(Typed)
		if !ok {
			return t.Value
		}
		t = inner
	}
}

// EachRef calls visit for every reference of the instance in order, including references inside lists and typed values.
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

// EachRef calls visit for every reference in v in order, including references inside lists and typed values.
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
