package importer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/measure"
)

// common reads the data that every product has: id, name, property sets, assembly, classification and origin.
func (r *reader) common(e *state.Element, p *building.Product) {
	e.ID, e.Name = r.idOf(p), strings.TrimSpace(p.Name)
	e.Psets = r.sets(p.Sets)
	if whole := p.Whole; whole != nil {
		for r.partIn[whole] != nil {
			whole = r.partIn[whole]
		}
		e.AssemblyID = r.idOf(whole)
	}
	e.Codes, e.Origin = codesOf(p), r.originOf(p)
}

// codesOf returns the classification of a product. It adds the classification of the product's type in systems in which
// the product has none, because types of the model have no classification.
func codesOf(p *building.Product) (out []state.Classification) {
	own := map[string]bool{}
	for _, c := range p.Codes {
		own[c.System] = true
		out = append(out, classification(c))
	}
	if p.Type == nil {
		return out
	}
	for _, c := range p.Type.Codes {
		if !own[c.System] {
			out = append(out, classification(c))
		}
	}
	return out
}

func classification(c building.Code) state.Classification {
	return state.Classification{System: orElse(c.System, "unspecified"), Code: orElse(c.Code, c.Name), Name: c.Name,
		URI: c.Location}
}

// idOf returns the id of a product.
func (r *reader) idOf(p *building.Product) state.ID {
	id, known := r.productIDs[p]
	if known {
		return id
	}
	id, told := r.ids.of(p.GlobalID, p.Number)
	if !told {
		r.Report.left(Simplified, p, "the GlobalId is none, or occurs twice: the element has another id", "")
	}
	r.productIDs[p] = id
	return id
}

// sets returns property sets in the model's order, without the set of carried data.
func (r *reader) sets(told []building.Set) []state.PropertySet {
	var out []state.PropertySet
	for _, s := range told {
		name := strings.ReplaceAll(s.Name, ".", "_") // in the model a point separates set and property
		if name == "" || name == carriedSet {
			continue
		}
		at, known := slices.BinarySearchFunc(out, name,
			func(s state.PropertySet, n string) int { return cmp.Compare(s.Name, n) })
		if !known {
			out = slices.Insert(out, at, state.PropertySet{Name: name})
		}
		for _, p := range s.Properties {
			out[at].Properties = r.withProperty(out[at].Properties, name, p)
		}
	}
	return slices.DeleteFunc(out, func(s state.PropertySet) bool { return len(s.Properties) == 0 })
}

func (r *reader) withProperty(list []state.Property, set string, p building.Property) []state.Property {
	if f, ok := p.Value.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
		return list
	}
	at, known := slices.BinarySearchFunc(list, p.Name,
		func(q state.Property, n string) int { return cmp.Compare(q.Name, n) })
	if known {
		return list
	}
	return slices.Insert(list, at, state.Property{Name: p.Name,
		Value: shape.PropertyOf(p.Value).WithMeasure(r.measureOf(set, p))})
}

// measureOf returns the measure that the model keeps with a value. It is "" if the exporter writes the same measure
// without it. This is checked in the schema of the file for our own files, and in every schema for other files. For
// texts and booleans in official sets the template decides.
func (r *reader) measureOf(set string, p building.Property) string {
	_, number := p.Value.(float64)
	if _, official := r.src.Templates().PropertySet(set); official && !number {
		return ""
	}
	schemas := r.schemas
	if r.Own {
		schemas = schemas[:1]
	}
	for _, s := range schemas {
		if measure.Usual(s, set, p.Name, p.Value) != p.Measure {
			return p.Measure
		}
	}
	return ""
}

// without returns a copy of sets without one property.
func without(list []state.PropertySet, set, name string) []state.PropertySet {
	out := make([]state.PropertySet, 0, len(list))
	for _, s := range list {
		if s.Name == set {
			s.Properties = slices.DeleteFunc(slices.Clone(s.Properties),
				func(p state.Property) bool { return p.Name == name })
		}
		if len(s.Properties) > 0 {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// withSets returns an element's own sets with the properties of other sets that they lack.
func withSets(own, others []state.PropertySet) []state.PropertySet {
	out := slices.Clone(own)
	for _, s := range others {
		at, known := slices.BinarySearchFunc(out, s.Name,
			func(s state.PropertySet, n string) int { return cmp.Compare(s.Name, n) })
		if !known {
			out = slices.Insert(out, at, s)
			continue
		}
		list := slices.Clone(out[at].Properties)
		for _, p := range s.Properties {
			if i, has := slices.BinarySearchFunc(list, p.Name,
				func(q state.Property, n string) int { return cmp.Compare(q.Name, n) }); !has {
				list = slices.Insert(list, i, p)
			}
		}
		out[at].Properties = list
	}
	return out
}

// textProperty returns a text property of an element, "" if there is none.
func textProperty(e *state.Element, set, name string) string {
	v, ok := state.Lookup(e.Psets, set, name)
	if !ok {
		return ""
	}
	text, _ := shape.PropertyValueAny(v).(string)
	return text
}

// referenceSets lists the sets in which our exporter writes the name of an element's type.
var referenceSets = []string{
	"Pset_WallCommon", "Pset_SlabCommon", "Pset_RoofCommon", "Pset_ColumnCommon", "Pset_BeamCommon",
	"Pset_DoorCommon", "Pset_WindowCommon",
	"Pset_BuildingElementProxyCommon", "Pset_CoveringCommon", "Pset_DuctSegmentTypeCommon",
	"Pset_PipeSegmentTypeCommon",
}

// namesType reports whether a text is the name of a product's type, with or without the suffix that our exporter adds
// to it.
func namesType(text string, p *building.Product) bool {
	return p.Type != nil && (p.Type.Name == text || strings.HasPrefix(p.Type.Name, text+" "))
}

// dropExternal removes the property IsExternal that our exporter gives a door or window because its wall has it.
func (r *reader) dropExternal(e *state.Element, p *building.Product) {
	if !r.Own || p.Fills == nil || r.drafts[p.Fills.Host] == nil {
		return
	}
	set := "Pset_DoorCommon"
	if e.Category == state.CategoryWindow {
		set = "Pset_WindowCommon"
	}
	host := r.drafts[p.Fills.Host].Element
	value, ok := state.Lookup(e.Psets, set, "IsExternal")
	if external, told := shape.IsExternalBy(host, r.typesByID[host.TypeID]); ok && told &&
		shape.PropertyValueAny(value) == external {
		e.Psets = without(e.Psets, set, "IsExternal")
	}
}

// dropSaid removes the properties that our exporter adds because they follow from the model itself.
func (r *reader) dropSaid(e *state.Element, p *building.Product) {
	if t := r.typesByID[e.TypeID]; t != nil {
		for _, set := range referenceSets {
			if told := textProperty(e, set, "Reference"); told != "" &&
				(told == t.Name || r.Own && namesType(told, p)) {
				e.Psets = without(e.Psets, set, "Reference")
			}
		}
	}
	switch e.Category {
	case state.CategoryDoor, state.CategoryWindow:
		r.dropExternal(e, p)
	case state.CategoryStair:
		if state.FixedOf(e) != nil {
			return // properties of a fixed body do not follow from the model
		}
		for _, name := range []string{"NumberOfRiser", "NumberOfTreads", "RiserHeight",
			"TreadLength", "WaistThickness"} {
			e.Psets = without(e.Psets, "Pset_StairCommon", name)
		}
	case state.CategoryRoom:
		if v, ok := state.Lookup(e.Psets, "Pset_SpaceCommon", "IsExternal"); ok && shape.PropertyValueAny(v) == false &&
			r.Own &&
			strings.HasPrefix(r.src.Schema(), "IFC4X3") {
			e.Psets = without(e.Psets, "Pset_SpaceCommon", "IsExternal")
		}
	}
}
