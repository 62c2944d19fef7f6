package importer

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
)

// systemClasses lists the classes of groups that are systems of ducts, pipes or cable carriers.
var systemClasses = []string{"IfcSystem", "IfcDistributionSystem", "IfcDistributionCircuit"}

// systemUses maps the items of IfcDistributionSystemEnum to the model's uses. For VENTILATION, which covers two kinds
// of air, the ObjectType or the name decides.
var systemUses = map[string]services.SystemUse{
	"VENTILATION": "supply_air", "AIRCONDITIONING": "supply_air", "EXHAUST": "exhaust_air",
	"DOMESTICCOLDWATER": "domestic_cold_water", "WATERSUPPLY": "domestic_cold_water",
	"DOMESTICHOTWATER": "domestic_hot_water",
	"SEWAGE":           "sanitary", "DRAINAGE": "sanitary", "WASTEWATER": "sanitary",
	"RAINWATER": "rainwater", "STORMWATER": "rainwater",
	"HEATING": "heating", "CHILLEDWATER": "chilled_water", "FIREPROTECTION": "fire_protection",
	"GAS": "gas", "FUEL": "gas",
	"ELECTRICAL": "electrical", "LIGHTING": "electrical", "POWERGENERATION": "electrical",
	"DATA": "data", "COMMUNICATION": "data",
}

// standIn returns a product with the data of a group, so that functions for products can read the group.
func standIn(g *building.Group) *building.Product {
	return &building.Product{Number: g.Number, Class: g.Class, GlobalID: g.GlobalID, Name: g.Name, LongName: g.LongName,
		Text: g.Text, ObjectType: g.ObjectType, Predefined: g.Predefined, Sets: g.Sets, Codes: g.Codes}
}

// readSystems reads systems, before their members.
func (r *reader) readSystems() {
	for _, g := range r.b.Groups {
		if !slices.Contains(systemClasses, g.Class) {
			continue
		}
		p := standIn(g)
		use := systemUse(g)
		if use == "" {
			r.Report.left(NotTaken, p, "the model has no systems of this kind", orElse(g.Predefined, g.ObjectType))
			continue
		}
		e := &state.Element{Category: state.CategorySystem, Params: &services.System{Use: use, Description: g.Text}}
		r.common(e, p)
		e.Name = orElse(e.Name, g.Class)
		r.add(&Draft{Product: p, Element: e})
		for _, member := range g.Members {
			if _, taken := r.systems[member]; !taken {
				r.systems[member] = e.ID
			}
		}
	}
}

// airs lists the predefined types that cover several uses of the model, between which the ObjectType or the name
// decides.
var airs = []string{"VENTILATION", "AIRCONDITIONING"}

// systemUse returns the use of a system. It is the ObjectType if that is a use of the model. Otherwise it follows from
// the predefined type, which may be the ObjectType in IFC2X3, or from the words of the ObjectType or the name. It is ""
// if none of these gives a use.
func systemUse(g *building.Group) services.SystemUse {
	if use := services.SystemUse(g.ObjectType); slices.Contains(use.Enum(), string(use)) {
		return use
	}
	kind := g.Predefined
	if systemUses[kind] == "" {
		kind = strings.ToUpper(strings.TrimSpace(g.ObjectType))
	}
	if use := systemUses[kind]; use != "" && !slices.Contains(airs, kind) {
		return use
	}
	if use := useInWords(g.ObjectType, g.Name); use != "" {
		return use
	}
	return systemUses[kind]
}

// useInWords returns the use whose words occur in one of the texts. It compares whole words, so that the German "Abgas"
// (exhaust) does not count as gas.
func useInWords(texts ...string) services.SystemUse {
	for _, text := range texts {
		words := strings.FieldsFunc(strings.ToLower(text), func(c rune) bool {
			return !unicode.IsLetter(c) && !unicode.IsDigit(c)
		})
		said := "_" + strings.Join(words, "_") + "_"
		for _, use := range services.SystemUse("").Enum() {
			if strings.Contains(said, "_"+use+"_") {
				return services.SystemUse(use)
			}
		}
	}
	return ""
}

// leftMembers reports the number of members of systems that are in no system of the model: all members except segments
// and fittings.
func (r *reader) leftMembers() {
	n := 0
	for _, g := range r.b.Groups {
		if !slices.Contains(systemClasses, g.Class) {
			continue
		}
		for _, p := range g.Members {
			if !r.inSystem(p) {
				n++
			}
		}
	}
	if n > 0 {
		r.Report.leftCounted("IfcRelAssignsToGroup",
			"it puts into a system what is no segment or fitting with parameters, or is in another one", n)
	}
}

func (r *reader) inSystem(p *building.Product) bool {
	d := r.drafts[p]
	if d == nil {
		return false
	}
	switch s := d.Element.Params.(type) {
	case *services.Segment:
		return s.SystemID != ""
	case *services.Fitting:
		return s.SystemID != ""
	}
	return false
}

// leftGroups reports the groups that are neither systems nor zones.
func (r *reader) leftGroups() {
	r.leftMembers()
	counts := map[string]int{}
	var classes []string
	for _, g := range r.b.Groups {
		if slices.Contains(systemClasses, g.Class) || slices.Contains(zoneClasses, g.Class) {
			continue
		}
		if counts[g.Class]++; counts[g.Class] == 1 {
			classes = append(classes, g.Class)
		}
	}
	for _, class := range classes {
		r.Report.leftCounted(class, "the model has no groups of this kind", counts[class])
	}
}
