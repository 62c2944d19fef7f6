package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// form converts the arguments of a class of IFC4 to the arguments of the corresponding class of another schema.
type form struct {
	entity string
	from   []int        // the index in IFC4 of each argument, -1 for none
	fixed  []step.Value // the default of each argument that has no value, nil for $
	losses []loss
}

// loss is an attribute of IFC4 that another schema lacks.
type loss struct {
	place     int
	class     string // class name as the schema spells it
	attribute string
	count     int // number of values that were left out
}

// newForm returns the form of a class. It is nil if the arguments do not change. That is so in IFC4 itself, and for
// classes that IFC4 lacks, which the exporter writes in the terms of their own schema.
func newForm(d *dialect, ifc4 string) *form {
	source, ok := schema.IFC4().Entity(ifc4)
	if !ok || d.name == SchemaIFC4 {
		return nil
	}
	name := d.className(ifc4)
	target, ok := d.schema().Entity(name)
	if !ok {
		return nil // the check of the file will refuse the class
	}
	f := &form{entity: name}
	taken := map[int]bool{}
	for _, a := range target.AllAttributes() {
		place := placeOf(d, source, ifc4, a.Name)
		taken[place] = true
		f.from, f.fixed = append(f.from, place), append(f.fixed, d.fixed[name+"."+a.Name])
	}
	for place, a := range source.AllAttributes() {
		if !taken[place] {
			f.losses = append(f.losses, loss{place: place, class: source.Name, attribute: a.Name})
		}
	}
	return f
}

// placeOf returns the index in IFC4 of an attribute that another schema calls by the given name, -1 for none.
func placeOf(d *dialect, source *schema.Entity, ifc4, name string) int {
	for place, a := range source.AllAttributes() {
		if orElse(d.attributes[ifc4+"."+a.Name], a.Name) == name {
			return place
		}
	}
	return -1
}

// apply returns the arguments in the order of the form, and counts the values that the form leaves out.
func (f *form) apply(args []step.Value) []step.Value {
	out := make([]step.Value, len(f.from))
	for i, place := range f.from {
		out[i] = null
		if place >= 0 && place < len(args) {
			out[i] = args[place]
		}
		if out[i] == step.Value(null) && f.fixed[i] != nil {
			out[i] = f.fixed[i]
		}
	}
	for i := range f.losses {
		if l := &f.losses[i]; l.place < len(args) && l.matters(args[l.place]) {
			l.count++
		}
	}
	return out
}

// matters reports whether a value adds information to the class. NOTDEFINED adds nothing, and neither does COLUMN for
// an IfcColumn.
func (l *loss) matters(v step.Value) bool {
	switch v := v.(type) {
	case step.Null:
		return false
	case step.Enum:
		return v != notDefined && !strings.HasPrefix(strings.ToUpper(l.class), "IFC"+string(v))
	}
	return true
}

// warnLosses warns of each attribute that the schema lacks and that had values.
func (x *exporter) warnLosses() {
	var all []loss
	for _, f := range x.forms {
		if f != nil {
			all = append(all, f.losses...)
		}
	}
	slices.SortFunc(all, func(a, b loss) int {
		return strings.Compare(a.class+"."+a.attribute, b.class+"."+b.attribute)
	})
	for _, l := range all {
		if l.count > 0 {
			x.warnLoss(l.class+"."+l.attribute, l.count)
		}
	}
	for _, what := range sortedKeys(x.lost) {
		x.warnLoss(what, x.lost[what])
	}
}

func (x *exporter) warnLoss(what string, count int) {
	x.warn("NOT_IN_SCHEMA", fmt.Sprintf("%s has no place for %s: left out %d times", x.dialect.name, what, count),
		map[string]any{"schema": x.dialect.name, "lost": what, "count": count})
}

// lose counts something other than an attribute that is left out.
func (x *exporter) lose(what string) { x.lost[what]++ }
