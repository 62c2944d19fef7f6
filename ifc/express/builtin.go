package express

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// builtin is a function that EXPRESS itself defines (ISO 10303-11 clause 15).
type builtin struct {
	args int
	call func(f *frame, args []Value) Value
}

// builtins are the functions of EXPRESS. FORMAT is left out: no schema uses it.
var builtins map[string]builtin

func init() {
	builtins = map[string]builtin{
		"ABS":          {1, absolute},
		"ACOS":         {1, real1(math.Acos)},
		"ASIN":         {1, real1(math.Asin)},
		"ATAN":         {2, func(f *frame, a []Value) Value { return arithmetic(math.Atan2, nil)(f, a[0], a[1]) }},
		"BLENGTH":      {1, blength},
		"COS":          {1, real1(math.Cos)},
		"EXISTS":       {1, func(_ *frame, a []Value) Value { return step.Bool(a[0] != nil) }},
		"EXP":          {1, real1(math.Exp)},
		"HIBOUND":      {1, ofAggregate((*Aggregate).high)},
		"HIINDEX":      {1, ofAggregate((*Aggregate).high)},
		"LENGTH":       {1, length},
		"LOBOUND":      {1, ofAggregate(func(a *Aggregate) int { return a.Low })},
		"LOG":          {1, real1(math.Log)},
		"LOG2":         {1, real1(math.Log2)},
		"LOG10":        {1, real1(math.Log10)},
		"LOINDEX":      {1, ofAggregate(func(a *Aggregate) int { return a.Low })},
		"NVL":          {2, nvl},
		"ODD":          {1, odd},
		"ROLESOF":      {1, rolesOf},
		"SIN":          {1, real1(math.Sin)},
		"SIZEOF":       {1, ofAggregate(func(a *Aggregate) int { return len(a.Items) })},
		"SQRT":         {1, real1(math.Sqrt)},
		"TAN":          {1, real1(math.Tan)},
		"TYPEOF":       {1, typeOf},
		"USEDIN":       {2, usedIn},
		"VALUE":        {1, valueOf},
		"VALUE_IN":     {2, valueIn},
		"VALUE_UNIQUE": {1, valueUnique},
	}
}

func (a *Aggregate) high() int { return a.Low + len(a.Items) - 1 }

func ofAggregate(measure func(*Aggregate) int) func(*frame, []Value) Value {
	return func(f *frame, args []Value) Value {
		switch a := plain(args[0]).(type) {
		case nil:
			return nil
		case *Aggregate:
			return step.Int(measure(a))
		}
		return f.fail("a function of aggregates is given a value that is none")
	}
}

func real1(fn func(float64) float64) func(*frame, []Value) Value {
	return func(_ *frame, args []Value) Value {
		x, ok := number(args[0])
		if r := fn(x); ok && !math.IsNaN(r) && !math.IsInf(r, 0) {
			return step.Real(r)
		}
		return nil
	}
}

func absolute(_ *frame, args []Value) Value {
	switch v := plain(args[0]).(type) {
	case step.Int:
		return max(v, -v)
	case step.Real:
		return step.Real(math.Abs(float64(v)))
	}
	return nil
}

// blength returns the number of bits of a binary value. Each digit has four bits, except the first digit, which is the
// number of unused bits.
func blength(_ *frame, args []Value) Value {
	b, ok := plain(args[0]).(step.Binary)
	if !ok || b == "" {
		return nil
	}
	return step.Int(4*(len(b)-1) - int(b[0]-'0'))
}

func length(_ *frame, args []Value) Value {
	if s, ok := plain(args[0]).(step.String); ok {
		return step.Int(utf8.RuneCountInString(string(s)))
	}
	return nil
}

func nvl(_ *frame, args []Value) Value {
	if args[0] != nil {
		return args[0]
	}
	return args[1]
}

func odd(_ *frame, args []Value) Value {
	if n, ok := integer(args[0]); ok {
		return step.Bool(n%2 != 0)
	}
	return step.Unknown
}

// valueOf parses a string as a number.
func valueOf(_ *frame, args []Value) Value {
	s, ok := plain(args[0]).(step.String)
	if !ok {
		return nil
	}
	if n, err := strconv.ParseInt(string(s), 10, 64); err == nil {
		return step.Int(n)
	}
	r, err := strconv.ParseFloat(string(s), 64)
	if err != nil || math.IsNaN(r) || math.IsInf(r, 0) {
		return nil
	}
	return step.Real(r)
}

// valueIn is IN by value: instances are also equal if their values are equal.
func valueIn(f *frame, args []Value) Value {
	all, ok := items(args[0])
	if !ok || args[1] == nil {
		return step.Unknown
	}
	result := step.False
	for _, v := range all {
		result = or(result, f.equal(v, args[1]))
	}
	return result
}

func valueUnique(f *frame, args []Value) Value {
	all, ok := items(args[0])
	if !ok {
		return step.Unknown
	}
	result := step.True
	for i := range all {
		for j := range all[:i] {
			if !f.step() {
				return nil
			}
			result = and(result, not(f.equal(all[i], all[j])))
		}
	}
	return result
}

// typeOf returns the names of all types that a value belongs to.
func typeOf(f *frame, args []Value) Value {
	switch v := args[0].(type) {
	case *Instance:
		return v.class.typeOf
	default:
		return f.model.rules.typesOf(v)
	}
}

// typesOf returns the type names of a value that is no instance. Unless its attribute is a select, a value does not
// record its defined type, so that only the underlying simple type is known.
func (r *Rules) typesOf(v Value) *Aggregate {
	out := &Aggregate{Kind: schema.SetOf, Low: 1}
	prefix := strings.ToUpper(r.schema.Name) + "."
	if t, ok := v.(*Typed); ok {
		for of := t.Type; of != nil; of = of.Supertype() {
			id := strings.ToUpper(of.Name)
			out.Items = append(out.Items, step.String(prefix+id))
			for _, sel := range r.selectsOf[id] {
				out.Items = append(out.Items, step.String(prefix+sel))
			}
		}
	}
	if id := simpleType(plain(v)); id != "" {
		out.Items = append(out.Items, step.String(id))
	}
	return out
}

func simpleType(v Value) string {
	switch v := v.(type) {
	case step.Int:
		return "INTEGER"
	case step.Real:
		return "REAL"
	case step.String:
		return "STRING"
	case step.Logical:
		return "LOGICAL"
	case step.Binary:
		return "BINARY"
	case *Aggregate:
		return v.Kind.String()
	}
	return ""
}

// isOf reports whether a value that is no instance belongs to the type with the upper case name.
func (r *Rules) isOf(v Value, id string) bool {
	for _, member := range r.typesOf(v).Items {
		text := string(member.(step.String))
		if text == id || text[strings.IndexByte(text, '.')+1:] == id {
			return true
		}
	}
	return false
}

// usedIn returns the instances that refer to an instance by the role "SCHEMA.ENTITY.ATTRIBUTE"; an empty role means any
// attribute.
func usedIn(f *frame, args []Value) Value {
	x, isInstance := plain(args[0]).(*Instance)
	role, isText := plain(args[1]).(step.String)
	if !isInstance || !isText {
		return nil
	}
	parts := strings.Split(strings.ToUpper(string(role)), ".")
	switch len(parts) {
	case 1:
		return instances(schema.BagOf, f.model.using(x, "", ""))
	case 3:
		return instances(schema.BagOf, f.model.using(x, parts[1], parts[2]))
	}
	return f.fail("USEDIN is asked for the role %q, which is not SCHEMA.ENTITY.ATTRIBUTE", string(role))
}

// rolesOf returns "SCHEMA.ENTITY.ATTRIBUTE" for every attribute by which other instances refer to an instance.
func rolesOf(f *frame, args []Value) Value {
	out := &Aggregate{Kind: schema.SetOf, Low: 1}
	x, ok := plain(args[0]).(*Instance)
	if !ok {
		return out
	}
	prefix := strings.ToUpper(f.model.rules.schema.Name) + "."
	for _, user := range f.model.using(x, "", "") {
		all := user.class.entity.AllAttributes()
		for i := range all {
			id := strings.ToUpper(all[i].Name)
			if f.model.refersBy(user, id, x.ID) {
				out = f.with(out, step.String(prefix+strings.ToUpper(all[i].Owner.Name)+"."+id))
			}
		}
	}
	return out
}
