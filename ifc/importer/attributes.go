package importer

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/building"
)

// attribute is what the file may say of a product in words, and where the model keeps it: in a parameter of that name,
// which few categories have.
type attribute struct {
	name string
	told func(*reader, *building.Product) string
}

var attributes = []attribute{
	{"Description", func(_ *reader, p *building.Product) string { return p.Text }},
	{"LongName", func(_ *reader, p *building.Product) string { return p.LongName }},
	{"ObjectType", func(_ *reader, p *building.Product) string { return p.ObjectType }},
	{"Tag", (*reader).tagOf},
}

// notKept is an attribute of the products of a class.
type notKept struct{ class, attribute string }

// noteAttributes counts the attributes of a product of another program that its element has no place for.
func (r *Reading) noteAttributes(p *building.Product, e *domain.Element) {
	if r.Own || p == nil || domain.FixedOf(e) != nil && e.Category != domain.CategoryProxy {
		return // the pieces of a fixed shape keep theirs
	}
	for _, a := range attributes {
		if told := a.told(r.reader, p); told != "" && !keeps(e, a.name, told) {
			r.unkept[notKept{p.Class, a.name}]++
		}
	}
}

// keeps reports whether an element says what an attribute does: by a parameter of its own, its name or another text.
func keeps(e *domain.Element, attribute, told string) bool {
	params := reflect.ValueOf(e.Params).Elem()
	if own := params.FieldByName(attribute); own.IsValid() && own.Kind() == reflect.String && own.String() != "" {
		return true
	}
	if told == e.Name {
		return true
	}
	for i := range params.NumField() {
		if f := params.Field(i); f.Kind() == reflect.String && f.String() == told {
			return true
		}
	}
	return false
}

// reportAttributes puts the counts into the report, by class and attribute.
func (r *Reading) reportAttributes() {
	of := make([]notKept, 0, len(r.unkept))
	for x := range r.unkept {
		of = append(of, x)
	}
	slices.SortFunc(of, func(a, b notKept) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.attribute, b.attribute))
	})
	for _, x := range of {
		r.Report.Left = append(r.Report.Left, Left{Kind: Simplified, Class: x.class,
			Reason: "its " + x.attribute + " is not kept", Count: r.unkept[x]})
	}
}
